"""What every game has to keep, as tests that any game can be put to, wherever it comes from.

    python -m chantier.contract mygame              with what else pytest takes, such as -x or -n 4
    CHANTIER_CONTRACT=mygame pytest --pyargs chantier.contract

Without a name, all games are looked at. What is missing is said in words, with the step of docs/add-a-game.md that tells about
it; what a game need not have is looked at only if it is there. Only this package needs pytest.
"""
