"""The table: play in the browser, on one screen or over the network.

The server is the only one that knows rules. `store/` keeps moves, in words; `tables.py` says who may do what; `position.py`
makes what a browser is shown; `hall.py` has all tables in use and `live.py` the browsers at them; `app.py` puts it together;
`serve.py` starts it. No game is named here.
"""
