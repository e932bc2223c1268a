"""Who somebody is, by cookie, account or token, and how much they may ask for."""
