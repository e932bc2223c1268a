// Made by python -m chantier.table.protocol_files: the shapes of what table and browser say to each other.

/** Who somebody is here. */
export interface Account {
  /** Nothing for a guest. */
  name: string | null;
  tokens: Token[];
}

/** Something that the seat can do now. */
export interface Action {
  action: number;
  /** As records say it, always in English. */
  words: string;
  /** As people read it. */
  text: string;
  verb: string;
  /** The numbers of the rules behind it. */
  clauses: string[];
  /** The id of the place that is clicked. */
  place: string | null;
  /** The points that it brings at once, as far as the seat can know. */
  gains: Gain[];
  /** What one should be warned of: it ends the game, it loses points, the turn passes though nothing was done. */
  warn: "" | "ends" | "loses" | "idle";
}

/** What is said about one answer to a puzzle. */
export interface Answer {
  action: number;
  right: boolean;
  text: string;
}

/** Where the sheets go in a window of this shape. */
export interface Arrangement {
  width: number;
  height: number;
  boxes: Box[];
}

/** What would a bot do? */
export interface AskHint {
  type: "hint";
  /** a number or a short text */
  request: string | number;
  /** a whole number */
  version: number;
  /** a whole number */
  seat: number;
}

/** Games that have begun to be played. */
export interface Begun {
  sounding: string;
}

/** A bot plays below its strength while machine code is being made. */
export interface Below {
  /** Seconds still, about; 0 if it takes longer than expected. */
  left: number;
  /** Seconds in all. */
  of: number;
}

/** A sheet's box in an arrangement. The area tells a client which part of its frame this is. */
export interface Box {
  area: string;
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
  view: [number, number, number, number] | null;
  tab: string;
}

/** What stays the same while a set is changed. */
export interface BoxLook {
  style: string;
  sets: string[];
}

/** A part of a box. */
export interface BoxPart {
  name: string;
  title: string;
  about: string;
  holds: string[];
  pictures: Picture[];
  tables: FigureTable[];
}

/** A question of the guided walk. */
export interface BoxQuestion {
  name: string;
  kind: string;
  text: string;
  open: boolean;
  places: string[];
}

/** An action that a bot considered. */
export interface Branch {
  action: number;
  text: string;
  /** Of its attention. */
  part: number;
  value: number;
  /** To win, for every seat. */
  chances: number[];
  /** Expected for every seat, where a bot can tell them. */
  scores?: number[];
}

/** What is to change in a set that is kept. */
export interface ChangedSet {
  name?: string | null;
  text?: string | null;
  shared?: boolean | null;
}

/** Somebody wrote. */
export interface Chat {
  seat: number | null;
  name: string;
  text: string;
  at: number;
  type: "chat";
}

/** Something that a place would bring, in few words, behind the sign of a seat or a drawing. */
export interface Chip {
  text: string;
  short: string;
  seat: number;
  symbol: string;
  good: boolean;
}

/** One way in which an option can be set. */
export interface Choice {
  name: string;
  text: string;
}

/** A rule with its number. */
export interface Clause {
  text: string;
  parts: Part[];
  number: string;
}

/** Banks of time, in milliseconds. */
export interface Clock {
  /** For every seat. */
  left: number[];
  /** When the seat to act began to think. */
  since: number;
  paused: boolean;
  /** The time of the server. */
  now: number;
  /** Seats of people who have not come yet: it does not run before. */
  waiting?: number[];
}

/** Which table has a short code. */
export interface Code {
  table: string;
}

/** A what-if table. */
export interface Copy {
  move: number;
  level?: string | null;
}

/** How a game is expected to go on. */
export interface Course {
  steps: Expected[];
  figures: string;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** What differs from the standard set, in words. */
export interface Differing {
  place: string;
  text: string;
}

/** SVG fragments by id, and the style that goes with them. */
export interface Drawings {
  symbols: Record<string, string>;
  style: string;
  /** The sheet that can be turned, and looked at up to a level. */
  turntable?: Turntable;
}

/** A step of what a bot expects. */
export interface Expected {
  seat: number;
  text: string;
}

/** A bot has failed; told once, and to whoever comes later. */
export interface Failed {
  type: "failed";
  seat: number;
  /** The level that should have decided. */
  level: string;
  /** The weaker one that does. */
  instead: string;
}

/** One number, word or flag of a box. */
export interface Figure {
  place: string;
  label: string;
  value: number | string | boolean;
  /** number, word, flag, name or line; anything else is shown like a name. */
  kind: string;
  low: number | null;
  high: number | null;
  /** Of a word: which of the lists of choices. */
  choices: number | null;
  /** rulebook, published, deduced, reconstructed or box. */
  source: string;
  /** What the standard set has there, if it is something else. */
  standard: string | null;
}

/** A row of figures. */
export interface FigureRow {
  place: string;
  label: string;
  /** Whether it is an entry of a list: it can be removed, moved, and followed by another. */
  element: boolean;
  /** Whether its own figures can be removed or become more. */
  grows: boolean;
  cells: Figure[];
}

/** A block of a set. */
export interface FigureTable {
  place: string;
  label: string;
  grows: boolean;
  note: string;
  drawn: boolean;
  rows: FigureRow[];
}

/** The text of a file: a record, or a game that was saved in the terminal. */
export interface File {
  text: string;
}

/** While one points at an action. There is no answer if the table has changed. */
export interface Foresee {
  type: "foresee";
  /** a whole number */
  version: number;
  /** a whole number */
  action: number;
  /** a whole number */
  seat?: number;
}

/** The answer to `foresee`: what would happen, as far as the seat can know, until chance or somebody decides. */
export interface Foreseen {
  type: "foreseen";
  version: number;
  action: number;
  lines: string[];
  gains: Gain[];
  /** What others could do then, or nothing. */
  opened: string;
}

/** Points for a seat. */
export interface Gain {
  seat: number;
  points: number;
}

/** A game, for the home page. */
export interface Game {
  name: string;
  title: string;
  idea: string;
  seats: number[];
  minutes: number;
  options: Option[];
  sets: string[];
  /** The weakest first. */
  levels: string[];
  /** How many. */
  lessons: number;
}

/** The password once more, before an account is deleted. */
export interface Goodbye {
  password: string;
}

/** An event, for animation. */
export interface Happening {
  kind: string;
  seat: number;
  args: number[];
}

/** The answer to `hint`, and what the bot considered. */
export interface Hint {
  type: "hint";
  request: string | number;
  version: number;
  action: number;
  text: string;
  lines: string[];
  branches: Branch[];
  line: Expected[];
  playouts?: number;
  seconds?: number;
}

/** What some of all that is drawn is and does; the first one that fits holds. */
export interface Kind {
  /** A pattern for the whole of a piece's id; an empty one means the sheet as a whole. */
  pieces: string;
  /** A pattern for the whole name of the sheet. */
  sheets: string;
  text: string;
  clause: string;
}

/** By which name a browser is known from now on; nothing for a guest. */
export interface Known {
  name: string | null;
}

/** A line of text. */
export interface Label {
  id: string;
  x: number;
  y: number;
  text: string;
  css: string;
  anchor: string;
}

/** A single score. */
export interface Largest {
  move: number;
  seat: number;
  points: number;
  text: string;
}

/** A lesson; the table is asked for step by step. */
export interface Lesson {
  game: string;
  name: string;
  title: string;
  /** The learner's. */
  seat: number;
  names: string[];
  look: Drawings;
  steps: Step[];
}

/** How something of several squares would lie on a sheet: whoever points at any of them means it. */
export interface Lie {
  sheet: string;
  turn: number;
  squares: [number, number][];
  ghost: Piece;
  finishes: string[];
  at: ([number, number] | null)[];
}

/** A line of the log. */
export interface Line {
  /** The moment that shows what it tells. After a step was taken back, lines of later moments are dropped. */
  move: number;
  /** Below 0 it is nobody's. */
  seat: number;
  text: string;
  kind: string;
}

/** The way to a seat. */
export interface Link {
  seat: number;
  url: string;
}

/** A puzzle in the list of all, which is in the order of the days. */
export interface Listed {
  game: string;
  number: number;
  seats: number;
}

/** The tables of a person, and those that are open for everybody. */
export interface Lists {
  mine: Summary[];
  open: Summary[];
}

/** On connecting: what stays the same for a whole match. */
export interface Look {
  symbols: Record<string, string>;
  style: string;
  /** The sheet that can be turned, and looked at up to a level. */
  turntable?: Turntable;
  type: "look";
}

/** A set to look at: its text, or one that comes with the game; and what is to be changed first. */
export interface Looked {
  text?: string | null;
  components?: string | null;
  edits?: WantedEdit[];
  language?: string;
}

/** A new table. */
export interface Made {
  table: string;
  code: string;
  links: Link[];
}

/** What is wrong with a set, and where. */
export interface Mistake {
  place: string;
  label: string;
  text: string;
}

/** What every position has. */
export interface Moment {
  type: "position";
  version: number;
  move: number;
  /** The moment after the last turn of this seat: what came later is new to it. */
  since: number;
  /** The viewpoint; a spectator has none. */
  seat: number | null;
  /** Below 0: the game is over. */
  to_act: number;
  prompt: string;
  /** Only for the seat that decides now. */
  actions: Action[];
  log: Line[];
  events: Happening[];
  /** Nothing where they are covered. */
  scores: (number | null)[];
  /** Nothing while scores are covered. */
  ranking: number[] | null;
  over: boolean;
  /** Whether this seat sees what a spectator does not: between two seats at one screen a curtain falls then. */
  covered: boolean;
  /** Once it is over. */
  seed: string | null;
  /** Whether this browser can take a step back now. */
  undo: boolean;
}

/** Who sits down. */
export interface Name {
  name?: string | null;
  colour?: number | null;
}

/** Another password, by whoever knows the old one. */
export interface NewPassword {
  old: string;
  new: string;
}

/** A set to be kept. */
export interface NewSet {
  game: string;
  name: string;
  text: string;
}

/** A token, which is shown this once. */
export interface NewToken {
  id: string;
  name: string;
  scopes: string[];
  made: number;
  token: string;
}

/** The position of a live table: on connecting and after every change. */
export interface Now {
  type: "position";
  version: number;
  move: number;
  /** The moment after the last turn of this seat: what came later is new to it. */
  since: number;
  /** The viewpoint; a spectator has none. */
  seat: number | null;
  /** Below 0: the game is over. */
  to_act: number;
  prompt: string;
  /** Only for the seat that decides now. */
  actions: Action[];
  log: Line[];
  events: Happening[];
  /** Nothing where they are covered. */
  scores: (number | null)[];
  /** Nothing while scores are covered. */
  ranking: number[] | null;
  over: boolean;
  /** Whether this seat sees what a spectator does not: between two seats at one screen a curtain falls then. */
  covered: boolean;
  /** Once it is over. */
  seed: string | null;
  /** Whether this browser can take a step back now. */
  undo: boolean;
  scene: SceneNews;
  /** The log is the whole log and replaces the old one, and all sheets are sent; else only lines that are new. */
  whole: boolean;
  /** The request of this browser that is hereby answered. */
  request: string | number | null;
  clock: Clock | null;
}

/** A lesson in a list. */
export interface Offered {
  name: string;
  title: string;
  minutes: number;
  /** How many. */
  steps: number;
}

/** One way in which a table can differ from another. */
export interface Option {
  name: string;
  help: string;
  default: string;
  choices: Choice[];
}

/** Something to point at, below the outlines of legal places. */
export interface Outline {
  sheet: string;
  d: string;
  x: number;
  y: number;
}

/** A set that somebody keeps. */
export interface OwnSet {
  id: string;
  game: string;
  name: string;
  hash: string;
  changed: number;
  /** Where others can see it, if its owner wants that. */
  link: string | null;
}

/** The same with its text. */
export interface OwnSetText {
  id: string;
  game: string;
  name: string;
  hash: string;
  changed: number;
  /** Where others can see it, if its owner wants that. */
  link: string | null;
  text: string;
}

/** What a spot of a picture can be painted with; `two` goes from one spot to another. */
export interface Paint {
  name: string;
  text: string;
  two: boolean;
}

/** A text of the rules, without marks and with them. */
export interface Paragraph {
  text: string;
  parts: Part[];
}

/** A part of a text, and how it is marked. */
export interface Part {
  text: string;
  mark: "" | "strong" | "code";
}

/** A moment of the past, with the whole log up to it. */
export interface Past {
  type: "position";
  version: number;
  move: number;
  /** The moment after the last turn of this seat: what came later is new to it. */
  since: number;
  /** The viewpoint; a spectator has none. */
  seat: number | null;
  /** Below 0: the game is over. */
  to_act: number;
  prompt: string;
  /** Only for the seat that decides now. */
  actions: Action[];
  log: Line[];
  events: Happening[];
  /** Nothing where they are covered. */
  scores: (number | null)[];
  /** Nothing while scores are covered. */
  ranking: number[] | null;
  over: boolean;
  /** Whether this seat sees what a spectator does not: between two seats at one screen a curtain falls then. */
  covered: boolean;
  /** Once it is over. */
  seed: string | null;
  /** Whether this browser can take a step back now. */
  undo: boolean;
  scene: Scene;
  /** Its time, in milliseconds. */
  at: number;
}

/** The clock stops, or goes on. */
export interface Pause {
  paused: boolean;
}

/** A picture of a part, in SVG. A `data-place` leads to the figure there; the squares of a `data-grid` can be painted. */
export interface Picture {
  name: string;
  label: string;
  width: number;
  height: number;
  svg: string;
  paints: Paint[];
}

/** Something that lies on a sheet: a symbol at a point. */
export interface Piece {
  id: string;
  symbol: string;
  x: number;
  y: number;
  scale: number;
  css: string;
  kind: string;
  title: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** What can be clicked. The first target is the main one; the others are second ways to the same.

A place with `lies` is one of many ways to put down the same thing: it is reached through the regions of the scene. */
export interface Place {
  id: string;
  actions: number[];
  targets: Target[];
  label: string;
  badge: string;
  ghost: Piece | null;
  lies: Lie[];
  brings: Chip[];
  shown: Shape[];
}

/** One click. */
export interface Play {
  type: "play";
  /** a number or a short text */
  request: string | number;
  /** a whole number */
  version: number;
  /** a whole number */
  seat: number;
  /** a whole number */
  action: number;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  version: number;
}

/** A position with its whole scene: a step of a lesson. */
export interface Position {
  type: "position";
  version: number;
  move: number;
  /** The moment after the last turn of this seat: what came later is new to it. */
  since: number;
  /** The viewpoint; a spectator has none. */
  seat: number | null;
  /** Below 0: the game is over. */
  to_act: number;
  prompt: string;
  /** Only for the seat that decides now. */
  actions: Action[];
  log: Line[];
  events: Happening[];
  /** Nothing where they are covered. */
  scores: (number | null)[];
  /** Nothing while scores are covered. */
  ranking: number[] | null;
  over: boolean;
  /** Whether this seat sees what a spectator does not: between two seats at one screen a curtain falls then. */
  covered: boolean;
  /** Once it is over. */
  seed: string | null;
  /** Whether this browser can take a step back now. */
  undo: boolean;
  scene: Scene;
}

/** Why a request was refused: a word for programs, a text for people. */
export interface Problem {
  error: string;
  text: string;
}

/** A puzzle: a lesson whose first step asks, and accepts every action as an answer. */
export interface Puzzle {
  game: string;
  name: string;
  title: string;
  /** The learner's. */
  seat: number;
  names: string[];
  look: Drawings;
  steps: Step[];
  number: number;
  answers: Answer[];
  reasons: string[];
  /** After the best action, and after the one that comes to mind first. */
  lines: Course[];
}

/** Why something cannot be done now. One without `at` and `targets` holds everywhere. */
export interface Reason {
  text: string;
  clause: string | null;
  /** Ids of pieces or shapes, or names of sheets (anywhere there, where nothing more special lies). */
  at: string[];
  targets: Outline[];
}

/** What this seat might like to do and may not; nothing for a spectator. */
export interface Reasons {
  version: number;
  reasons: Reason[];
}

/** A request was not carried out. A fresh position follows if the version was old. */
export interface Refusal {
  type: "refused";
  request: string | number | null;
  /** A word for programs. */
  error: string;
  /** For people. */
  text: string;
  version: number;
}

/** All squares of a sheet that some way to lie would cover, as one surface. */
export interface Region {
  sheet: string;
  d: string;
  side: number;
}

/** A new password holds from now on. */
export interface Renewed {
  changed: boolean;
}

/** A finished game at a glance. */
export interface Review {
  /** At the start and after every decision. */
  rows: Scored[];
  scores: number[];
  ranking: number[];
  seed: string;
  /** All together are the score. */
  sources: Source[];
  largest: Largest[];
  /** Whether a bot tells expected scores of this game, or only chances. */
  in_points: boolean;
  /** How one wins this game, in a sentence, or nothing. */
  wins: string;
  /** Of the rules, by which one wins; or nothing. */
  clause: string;
  /** For every seat, what its score rests on, where points alone do not tell it. */
  placed: string[];
}

/** The rules of a game. */
export interface Rulebook {
  title: string;
  language: string;
  languages: string[];
  sections: Section[];
}

/** A line of chat. */
export interface Said {
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** A whole table, without what stays the same for a match. */
export interface Scene {
  title: string;
  description: string;
  sheets: Sheet[];
  places: Place[];
  regions: Region[];
  wide: Arrangement | null;
  narrow: Arrangement | null;
  low: Arrangement | null;
  /** The form of window for which a live table is drawn: of other windows it has no arrangement, nor sheets for them alone. */
  form?: "" | "wide" | "narrow" | "low";
}

/** A scene in which sheets that are the same as in the last position of this connection are only named. */
export interface SceneNews {
  title: string;
  description: string;
  sheets: (Sheet | SheetNews | string)[];
  places: Place[];
  regions: Region[];
  wide: Arrangement | null;
  narrow: Arrangement | null;
  low: Arrangement | null;
  /** The form of window for which a live table is drawn: of other windows it has no arrangement, nor sheets for them alone. */
  form?: "" | "wide" | "narrow" | "low";
}

/** The scores at a moment. */
export interface Scored {
  move: number;
  seat: number;
  scores: number[];
}

/** Who sits where. */
export interface Seat {
  seat: number;
  name: string;
  kind: "me" | "here" | "link" | "open" | "bot";
  /** Of the bot that plays here, for good or for a while. */
  level: string | null;
  colour: number;
  present: boolean;
  mine: boolean;
  /** Nobody sits there. */
  free: boolean;
  /** A bot goes on for a person. */
  away: boolean;
  /** Only for whoever made the table. */
  link?: string;
}

/** A chapter of the rules. */
export interface Section {
  heading: string;
  paragraphs: Paragraph[];
  words: Word[];
  clauses: Clause[];
}

/** A line or an area that comes and goes: a shadow, a glowing floor, a route. */
export interface Shape {
  id: string;
  d: string;
  css: string;
}

/** What a link shows. */
export interface SharedSet {
  game: string;
  name: string;
  hash: string;
  text: string;
}

/** A drawing with its own coordinates. */
export interface Sheet {
  name: string;
  width: number;
  height: number;
  ground: string[];
  pieces: (Piece | Shape | Label)[];
  labels: (Piece | Shape | Label)[];
  frame: string;
  label: string;
  door: [number, number] | null;
}

/** A sheet of which this connection was sent another one in its last position. Pieces, shapes and labels that are the same
are told by where they are in the same layer of that one: `[3, 5]` are its items number 3 and 4, the first being 0. Where
there is no ground, that is the same. Only who has told the form of a window is sent these. */
export interface SheetNews {
  name: string;
  width: number;
  height: number;
  frame: string;
  label: string;
  door: [number, number] | null;
  ground?: string[];
  pieces: (Piece | Shape | Label | [number, number])[];
  labels: (Piece | Shape | Label | [number, number])[];
}

/** Where somebody is signed in. */
export interface SignIn {
  id: string;
  /** The browser and the system, as far as they are known. */
  device: string;
  since: number;
  here: boolean;
}

/** A set that games shall be played with. */
export interface Sounded {
  text: string;
}

/** What games with a set have shown. */
export interface SoundingTold {
  done: boolean;
  played: number;
  of: number;
  lines: string[];
}

/** The points of every seat by what made them. */
export interface Source {
  label: string;
  points: number[];
}

/** A bot that goes on for somebody; none gives the seat back. */
export interface StandIn {
  level?: string | null;
}

/** A step of a lesson. Moves between two steps are played for the learner. */
export interface Step {
  text: string;
  clause: string | null;
  /** What to point at: ids of places, pieces and shapes, or names of sheets. */
  look: string[];
  /** What the learner may play: `action`, or others that serve as well. */
  accepts: number[];
  /** The learner has to play `action`; else the step is only read. */
  expect: boolean;
  action: number | null;
  /** Said for any other legal action. */
  try: string | null;
}

/** A table in a few lines. */
export interface Summary {
  table: string;
  code: string;
  game: string;
  title: string;
  options: Record<string, string>;
  components: string;
  pace: "free" | "live" | "slow";
  public: boolean;
  /** Whether this browser made it. */
  host: boolean;
  seats: Seat[];
  version: number;
  to_act: number;
  move: number;
  over: boolean;
  scores: (number | null)[];
  /** In milliseconds, like the next. */
  begun: number;
  since: number;
  /** Of a what-if table: where it comes from. */
  copy_of: string | null;
  /** And the move from which on it goes its own way. */
  copied_at: number | null;
  /** The table of the rematch. */
  next: string | null;
  clock: Clock | null;
}

/** On connecting, and when seats, names or presence change. */
export interface Table {
  table: string;
  code: string;
  game: string;
  title: string;
  options: Record<string, string>;
  components: string;
  pace: "free" | "live" | "slow";
  public: boolean;
  /** Whether this browser made it. */
  host: boolean;
  seats: Seat[];
  version: number;
  to_act: number;
  move: number;
  over: boolean;
  scores: (number | null)[];
  /** In milliseconds, like the next. */
  begun: number;
  since: number;
  /** Of a what-if table: where it comes from. */
  copy_of: string | null;
  /** And the move from which on it goes its own way. */
  copied_at: number | null;
  /** The table of the rematch. */
  next: string | null;
  clock: Clock | null;
  type: "table";
  /** The seats of this browser. */
  you: number[];
  /** The hash of the seed. */
  promise: string;
  /** The moves that were made before this seed decided: 0, unless the game went on from a record or is a copy. */
  seed_from: number;
  chat: Said[];
}

/** Where a place can be clicked: its outline on a sheet, and a point for a badge. */
export interface Target {
  sheet: string;
  d: string;
  x: number;
  y: number;
  css: string;
}

/** A bot thinks. */
export interface Thinking {
  type: "thinking";
  seat: number;
  below?: Below;
}

/** What is known of a token for programs. */
export interface Token {
  id: string;
  name: string;
  scopes: string[];
  made: number;
}

/** A decision that cost much. */
export interface Turning {
  move: number;
  seat: number;
  lost: number;
  played: string;
  better: string;
}

/** A sheet that can be looked at from several sides, and up to a level: what stands on level n, from 0, has the class
`at-n`, and a client that sets the class `upto-n` on a layer shows no higher one. */
export interface Turntable {
  sheet: string;
  sides: number;
  levels: number;
}

/** One step back. */
export interface Undo {
  type: "undo";
  /** a number or a short text */
  request: string | number;
  /** a whole number */
  version: number;
  /** a whole number */
  seat: number;
}

/** What a bot thinks of a position, before the move. */
export interface Value {
  move: number;
  seat: number;
  /** For this seat, from 0 to 1. */
  value: number;
  chances: number[];
  /** Expected for every seat, where a bot can tell them. */
  scores?: number[];
}

/** What a bot thinks of every decision, as far as it has come. */
export interface Values {
  done: boolean;
  /** Decisions. */
  of: number;
  rows: Value[];
  turning: Turning[];
}

/** Look from another seat of one's own, in another language, from another side, or in another window. Whoever asks only for
a side or a form is sent no line of the log again. */
export interface View {
  type: "view";
  /** of what can be turned: 0 the front, then right, back, left */
  side?: number;
  /** a whole number */
  seat?: number | null;
  /** a text */
  language?: string;
  /** of the window: wide, narrow or low; empty for all of them */
  form?: "" | "wide" | "narrow" | "low";
}

/** One change: of what stands at a place, or of a spot of a picture that is painted over. */
export interface WantedEdit {
  do: "set" | "add" | "remove" | "move" | "seen" | "paint";
  /** where in the set; of `paint`, the name of the picture */
  place: string;
  value?: number | string | boolean | (number | string | boolean)[] | null;
  at?: number | null;
  spot?: string;
}

export interface WantedSeat {
  kind: "me" | "here" | "link" | "open" | "bot";
  level?: string | null;
  name?: string | null;
  colour?: number | null;
}

export interface WantedTable {
  game: string;
  seats: WantedSeat[];
  options?: Record<string, string | number | boolean>;
  components?: string | null;
  /** the id of a set of one's own, instead of one of the game's */
  own?: string | null;
  pace?: string | null;
  public?: boolean;
}

/** A token for a program. */
export interface WantedToken {
  name?: string;
  scopes: ("read" | "play" | "host")[];
}

/** A component set, all of it. */
export interface WholeBox {
  game: string;
  title: string;
  /** As TOML. */
  text: string;
  /** Figures by their source. */
  counts: Record<string, number>;
  problems: Mistake[];
  parts: BoxPart[];
  choices: Choice[][];
  walk: BoxQuestion[];
  differences: Differing[];
}

/** A word of the rules. */
export interface Word {
  word: string;
  means: string;
}

/** A line for the chat. */
export interface Write {
  type: "chat";
  /** a number or a short text */
  request: string | number;
  /** a text */
  text: string;
}

/** What the server sends. */
export type Told = Table | Look | Now | Thinking | Failed | Refusal | Hint | Foreseen | Chat | Pong;

/** What the browser sends. */
export type Asked = Play | Undo | AskHint | Foresee | Write | View | Ping;

export interface Answers {
  "/api/texts/{language}": Record<string, string>;
  "/api/games": Game[];
  "/api/games/{game}/rules": Rulebook;
  "/api/games/{game}/things": Kind[];
  "/api/games/{game}/lessons": Offered[];
  "/api/games/{game}/lessons/{lesson}": Lesson;
  "/api/games/{game}/lessons/{lesson}/steps/{step}": Position;
  "/api/puzzles": Listed[];
  "/api/games/{game}/puzzles/{number}": Puzzle;
  "/api/games/{game}/puzzles/{number}/steps/{step}": Position;
  "/api/tables": Lists;
  "/api/tables/{table}": Summary;
  "/api/tables/{table}/moments/{move}": Past;
  "/api/tables/{table}/reasons": Reasons;
  "/api/tables/{table}/review": Review;
  "/api/tables/{table}/review/values": Values;
  "/api/codes/{code}": Code;
  "/api/box/{game}": BoxLook;
  "/api/box/{game}/sound/{sounding}": SoundingTold;
  "/api/sets": OwnSet[];
  "/api/sets/{known}": OwnSetText;
  "/api/shared/{link}": SharedSet;
  "/api/account": Account;
  "/api/account/sessions": SignIn[];
}

export interface Posts {
  "/api/tables": Made;
  "/api/games/{game}/puzzles/{number}/tables": Made;
  "/api/tables/{table}/copies": Made;
  "/api/tables/{table}/rematch": Made;
  "/api/tables/{table}/pause": Summary;
  "/api/tables/{table}/seats/{seat}": Summary;
  "/api/tables/{table}/seats/{seat}/bot": Summary;
  "/api/box/{game}": WholeBox;
  "/api/box/{game}/sound": Begun;
  "/api/sets": OwnSet;
  "/api/sets/{known}": OwnSet;
  "/api/records": Made;
  "/api/account": Known;
  "/api/account/session": Known;
  "/api/account/deletion": Known;
  "/api/account/password": Renewed;
  "/api/account/tokens": NewToken;
}

export interface Bodies {
  "/api/tables": WantedTable;
  "/api/tables/{table}/copies": Copy;
  "/api/tables/{table}/pause": Pause;
  "/api/tables/{table}/seats/{seat}": Name;
  "/api/tables/{table}/seats/{seat}/bot": StandIn;
  "/api/box/{game}": Looked;
  "/api/box/{game}/sound": Sounded;
  "/api/sets": NewSet;
  "/api/sets/{known}": ChangedSet;
  "/api/records": File;
  "/api/account": Credentials;
  "/api/account/session": Credentials;
  "/api/account/deletion": Goodbye;
  "/api/account/password": NewPassword;
  "/api/account/tokens": WantedToken;
}
