"""What the table says to people when something cannot be, in every language. The texts of the interface are in `locale/`."""

from __future__ import annotations

from typing import Any

LANGUAGES = ("en", "fr", "de")

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "bad": "That was not understood.",
        "big": "That is too long.",
        "fast": "That was too fast; wait a moment.",
        "many": "Too many connections are open here. Close other windows, or try again in a while.",
        "origin": "This came from another site.",
        "no game": "There is no such game.",
        "no lesson": "There is no such lesson.",
        "no table": "There is no such table.",
        "no code": "No table has this code.",
        "no link": "This link is not valid any more.",
        "no seat": "There is no such seat at this table.",
        "no token": "There is no such token.",
        "no moment": "There is no such moment in this game.",
        "setup": "The table cannot be set up like this.",
        "stale": "The table has changed meanwhile.",
        "illegal": "This is not possible now.",
        "not yours": "This is not your seat.",
        "not your turn": "It is not your turn.",
        "taken": "Somebody sits there already.",
        "present": "Whoever sits there is still here.",
        "no undo": "The last step cannot be taken back any more.",
        "running": "This can be had once the game is over.",
        "fair": "Not while strangers play against you here.",
        "over": "The game is over.",
        "rules": "This game was begun with other rules and cannot be shown.",
        "store": "The table could not be saved. Nothing was changed; try again.",
        "broken": "Something went wrong on our side. Nothing was changed.",
        "seat": "Seat {n}",
        "guest": "Guest",
        "start": "At the start",
        "hint": "A bot of the level {level} would do this.",
        "below": "It played below its strength, as it will for about another {n} s: machine code for it is being made.",
        "below still": "It played below its strength, as it will for a little longer: machine code for it is being made.",
        "name taken": "Somebody has this name already.",
        "password": "Name or password is wrong.",
        "weak": "A name has at least 2 letters, a password at least 8.",
        "scope": "This token is not meant for that.",
        "signed out": "You have been signed out here.",
        "host": "This server does not go by this name. If it should, start it with: chantier serve",
        "sit": "Sit down",
        "invited": "You are invited to a game of {title}.",
    },
    "fr": {
        "bad": "Cela n'a pas été compris.",
        "big": "C'est trop long.",
        "fast": "C'était trop rapide ; attendez un instant.",
        "many": "Trop de connexions sont ouvertes ici. Fermez d'autres fenêtres, ou réessayez dans un moment.",
        "origin": "Cela vient d'un autre site.",
        "no game": "Ce jeu n'existe pas.",
        "no lesson": "Cette leçon n'existe pas.",
        "no table": "Cette table n'existe pas.",
        "no code": "Aucune table n'a ce code.",
        "no link": "Ce lien n'est plus valable.",
        "no seat": "Cette place n'existe pas à cette table.",
        "no token": "Ce jeton n'existe pas.",
        "no moment": "Ce moment n'existe pas dans cette partie.",
        "setup": "La table ne peut pas être mise en place ainsi.",
        "stale": "La table a changé entre-temps.",
        "illegal": "Ce n'est pas possible maintenant.",
        "not yours": "Ce n'est pas votre place.",
        "not your turn": "Ce n'est pas votre tour.",
        "taken": "Quelqu'un est déjà assis là.",
        "present": "La personne assise là est encore présente.",
        "no undo": "Le dernier pas ne peut plus être annulé.",
        "running": "Ce sera possible une fois la partie terminée.",
        "fair": "Pas tant que des inconnus jouent ici contre vous.",
        "over": "La partie est terminée.",
        "rules": "Cette partie a commencé avec d'autres règles et ne peut pas être montrée.",
        "store": "La table n'a pas pu être enregistrée. Rien n'a changé ; réessayez.",
        "broken": "Une erreur s'est produite chez nous. Rien n'a changé.",
        "seat": "Place {n}",
        "guest": "Invité",
        "start": "Au début",
        "hint": "Un robot de niveau {level} ferait cela.",
        "below": "Il a joué au-dessous de son niveau, et pour encore {n} s environ : on prépare le code machine du jeu.",
        "below still": "Il a joué au-dessous de son niveau, et pour encore un peu : on prépare le code machine du jeu.",
        "name taken": "Quelqu'un porte déjà ce nom.",
        "password": "Le nom ou le mot de passe est faux.",
        "weak": "Un nom a au moins 2 lettres, un mot de passe au moins 8.",
        "scope": "Ce jeton n'est pas prévu pour cela.",
        "signed out": "Vous avez été déconnecté ici.",
        "host": "Ce serveur ne porte pas ce nom. S'il le doit, lancez-le avec : chantier serve",
        "sit": "Prendre place",
        "invited": "Vous êtes invité à une partie de {title}.",
    },
    "de": {
        "bad": "Das wurde nicht verstanden.",
        "big": "Das ist zu lang.",
        "fast": "Das ging zu schnell; warte einen Augenblick.",
        "many": "Hier sind zu viele Verbindungen offen. Schließe andere Fenster oder versuche es später noch einmal.",
        "origin": "Das kam von einer anderen Seite.",
        "no game": "Dieses Spiel gibt es nicht.",
        "no lesson": "Diese Lektion gibt es nicht.",
        "no table": "Diesen Tisch gibt es nicht.",
        "no code": "Kein Tisch hat diesen Code.",
        "no link": "Dieser Link gilt nicht mehr.",
        "no seat": "Diesen Platz gibt es an diesem Tisch nicht.",
        "no token": "Diesen Schlüssel gibt es nicht.",
        "no moment": "Diesen Augenblick gibt es in dieser Partie nicht.",
        "setup": "So lässt sich der Tisch nicht aufbauen.",
        "stale": "Am Tisch hat sich inzwischen etwas geändert.",
        "illegal": "Das geht jetzt nicht.",
        "not yours": "Das ist nicht dein Platz.",
        "not your turn": "Du bist nicht am Zug.",
        "taken": "Dort sitzt schon jemand.",
        "present": "Wer dort sitzt, ist noch da.",
        "no undo": "Der letzte Schritt kann nicht mehr zurückgenommen werden.",
        "running": "Das gibt es, sobald das Spiel zu Ende ist.",
        "fair": "Nicht, solange Fremde hier gegen dich spielen.",
        "over": "Das Spiel ist zu Ende.",
        "rules": "Diese Partie wurde nach anderen Regeln begonnen und kann nicht gezeigt werden.",
        "store": "Der Tisch konnte nicht gespeichert werden. Nichts wurde geändert; versuche es noch einmal.",
        "broken": "Bei uns ist etwas schiefgegangen. Nichts wurde geändert.",
        "seat": "Platz {n}",
        "guest": "Gast",
        "start": "Zu Beginn",
        "hint": "Ein Bot der Stufe {level} täte dies.",
        "below": "Er spielte unter seiner Stärke, noch etwa {n} s lang: der Maschinencode für dieses Spiel entsteht gerade.",
        "below still": "Er spielte unter seiner Stärke, noch ein wenig: der Maschinencode für dieses Spiel entsteht gerade.",
        "name taken": "Diesen Namen hat schon jemand.",
        "password": "Name oder Passwort ist falsch.",
        "weak": "Ein Name hat mindestens 2 Buchstaben, ein Passwort mindestens 8.",
        "scope": "Dafür ist dieser Schlüssel nicht gedacht.",
        "signed out": "Du bist hier abgemeldet worden.",
        "host": "Dieser Server heißt nicht so. Wenn er so heißen soll, starte ihn mit: chantier serve",
        "sit": "Platz nehmen",
        "invited": "Du bist zu einer Partie {title} eingeladen.",
    },
}

STATUS = {
    "fast": 429, "many": 429, "big": 413, "origin": 403, "not yours": 403, "fair": 403, "scope": 403, "password": 403,
    "name taken": 409, "stale": 409, "taken": 409, "present": 409, "not your turn": 409, "illegal": 409, "no undo": 409,
    "running": 409, "over": 409, "rules": 409, "store": 503, "broken": 500, "signed out": 401, "host": 421,
}  # fmt: skip


class Refused(Exception):
    """A request that is not carried out: one of the keys above, and for experts what exactly is wrong."""

    def __init__(self, error: str, more: str = "") -> None:
        super().__init__(error)
        self.error = error
        self.more = more

    @property
    def status(self) -> int:
        return STATUS.get(self.error, 404 if self.error.startswith("no ") else 400)

    def told(self, language: str) -> dict[str, str]:
        text = say(self.error, language)
        return {"error": self.error, "text": f"{text} {self.more}".strip()}


def say(key: str, language: str, **values: Any) -> str:
    return TEXTS[language][key].format(**values)


def language(wanted: str | None) -> str:
    """A language that we speak, from a code or from what a browser says it accepts.

    >>> language("de"), language("fr-CA,fr;q=0.9,en;q=0.5"), language("tlh"), language(None)
    ('de', 'fr', 'en', 'en')
    """
    for part in (wanted or "").split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"
