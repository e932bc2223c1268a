// The shapes of what the server says; see docs/table-protocol.md and scene.py. Only for readers and editors.

/** @typedef {{id: string, symbol: string, x: number, y: number, scale: number, css: string, kind: string, title: string}} Piece */
/** @typedef {{id: string, d: string, css: string}} Shape */
/** @typedef {{id: string, x: number, y: number, text: string, css: string, anchor: string}} Label */
/** @typedef {Piece|Shape|Label} Item */
/** @typedef {{sheet: string, d: string, x: number, y: number, css: string}} Target */
/** @typedef {{id: string, actions: number[], targets: Target[], label: string, badge: string, ghost: Piece|null}} Place */
/** @typedef {{name: string, width: number, height: number, ground: string[], pieces: Item[], labels: Item[], frame: string, label: string, door: [number, number]|null}} Sheet */
/** @typedef {{area: string, sheet: string, x: number, y: number, width: number, height: number, view: number[]|null}} Box */
/** @typedef {{width: number, height: number, boxes: Box[]}} Arrangement */
/** @typedef {{title: string, description: string, sheets: Sheet[], places: Place[], wide: Arrangement, narrow: Arrangement}} Scene */
/** @typedef {{action: number, words: string, text: string, verb: string, clauses: string[], place: string, gains?: {seat: number, points: number}[], warn?: string}} Action */
/** @typedef {{move: number, seat: number|null, text: string, kind: string}} Line */
/** @typedef {{kind: string, seat: number, args: any[]}} Event_ */
/** @typedef {{version: number, move: number, since: number, seat: number|null, to_act: number, prompt: string, scene: Scene, actions: Action[], log: Line[], events: Event_[], scores: number[], ranking: number[], over: boolean, undo: boolean, covered?: boolean, seed?: string}} Position */
/** @typedef {{seat: number, name: string, kind: string, level: string, colour: string, present: boolean, mine: boolean}} Seat */
/** @typedef {{table: string, code: string, game: string, title: string, seats: Seat[], to_act: number, move: number, over: boolean, scores: number[], you: number[], promise: string, chat: any[]}} Table */

export {};
