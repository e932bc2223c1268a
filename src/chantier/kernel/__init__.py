"""What is written in the flat style or serves it: the words of rules, states, loops, the search, machine code. Numbers only."""
