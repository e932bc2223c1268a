// The kernel of a game in WebAssembly, called as the campaign of `homes.py` wants it. Runs in node and in browsers.

const NODE_NUMBERS = 7;
const NODE_SUMS = 10;
const DEEPEST = 256;

/**
 * @param {BufferSource} module
 * @param {any} about what `GAME.json` says, see `wasm.py`
 */
export async function opened(module, about) {
  const { instance } = await WebAssembly.instantiate(module);
  return new Home(instance.exports, about);
}

class Home {
  /** @param {any} code @param {any} about */
  constructor(code, about) {
    this.code = code;
    this.about = about;
    this.free = code.__heap_base.value;
    this.handIn(about.tables);
    this.menu = this.room(4 * (about.actions + 1));
    this.dice = this.room(8);
    this.states = this.room(2 * about.state);
    this.nodes = 0;
  }

  /** Room in the memory of the module. @param {number} size */
  room(size) {
    const at = Math.ceil(this.free / 16) * 16;
    this.free = at + size;
    const short = this.free - this.code.memory.buffer.byteLength;
    if (short > 0) this.code.memory.grow(Math.ceil(short / 65536));
    return at;
  }

  /** @param {number} at @param {number} size */
  bytes(at, size) {
    return new Uint8Array(this.code.memory.buffer, at, size);
  }

  /** @param {ArrayBufferView} row */
  put(row) {
    const at = this.room(row.byteLength);
    this.bytes(at, row.byteLength).set(new Uint8Array(row.buffer, row.byteOffset, row.byteLength));
    return at;
  }

  /** @param {Record<string, any>} tables */
  handIn(tables) {
    const rows = Object.values(tables).filter((table) => Array.isArray(table.is));
    const numbers = Object.values(tables).filter((table) => !Array.isArray(table.is));
    const at = rows.map((table) => {
      const flat = table.is.flat(Infinity);
      return this.put(table.as === "i64" ? BigInt64Array.from(flat, BigInt) : Int32Array.from(flat));
    });
    this.code.use_tables(
      this.put(Int32Array.from(at)),
      this.put(BigInt64Array.from(rows, (table) => BigInt(table.is.length))),
      this.put(BigInt64Array.from(numbers, (table) => BigInt(table.is))),
    );
  }

  get row() {
    return [this.menu, BigInt(this.about.actions + 1)];
  }

  /** A hash of every state and every list of legal actions of a game. @param {string} start @param {number[]} actions */
  async played(start, actions) {
    const seen = [];
    this.bytes(this.states, this.about.state).set(unpacked(start));
    for (const action of [...actions, null]) {
      this.code.list_legal(this.states, 1n, ...this.row);
      const count = new Int32Array(this.code.memory.buffer, this.menu, 1)[0];
      seen.push(this.bytes(this.states, this.about.state).slice(), this.bytes(this.menu, 4 * (count + 1)).slice());
      if (action !== null) this.code.play_one(this.states, 1n, BigInt(action));
    }
    return hash(seen);
  }

  /** A hash of a whole tree. @param {any} asked */
  async grown({ world, seat, dice, playouts, nodes, knobs }) {
    this.think(world, seat, dice, playouts, nodes, knobs);
    const used = new Int32Array(this.code.memory.buffer, this.tree, 1)[0] + 1;
    return hash([this.bytes(this.tree, 4 * NODE_NUMBERS * used), this.bytes(this.sums, 8 * NODE_SUMS * used)]);
  }

  /** @param {string} world @param {number} seat @param {string} dice @param {number} playouts @param {number} nodes @param {number[]} knobs */
  think(world, seat, dice, playouts, nodes, knobs) {
    if (this.nodes !== nodes) {
      this.nodes = nodes;
      this.tree = this.room(4 * NODE_NUMBERS * nodes);
      this.sums = this.room(8 * NODE_SUMS * nodes);
      this.path = this.room(4 * DEEPEST);
      this.knobs = this.put(Float64Array.from(knobs));
    }
    this.bytes(this.tree, 8 * NODE_NUMBERS).fill(0);
    this.bytes(this.sums, 16 * NODE_SUMS).fill(0);
    new Int32Array(this.code.memory.buffer, this.tree, 3).set([1, nodes, 1]);
    new Int32Array(this.code.memory.buffer, this.path, 1).set([1]);
    this.begin(world, dice);
    const trees = [this.tree, BigInt(nodes), BigInt(NODE_NUMBERS), this.sums, BigInt(nodes), BigInt(NODE_SUMS)];
    const given = [this.path, BigInt(DEEPEST), this.knobs, BigInt(knobs.length), 0n, BigInt(seat), BigInt(playouts)];
    this.code.think(this.states, 2n, ...this.row, this.dice, 1n, ...trees, ...given);
  }

  /** A state to begin with, twice. @param {string} state @param {string} dice */
  begin(state, dice) {
    const packed = unpacked(state);
    this.bytes(this.states, this.about.state).set(packed);
    this.bytes(this.states + this.about.state, this.about.state).set(packed);
    new BigInt64Array(this.code.memory.buffer, this.dice, 1)[0] = BigInt(dice);
  }

  /** Actions a second of random play. @param {string} start @param {number} games @param {number} limit */
  random(start, games, limit) {
    this.begin(start, "7");
    const began = performance.now();
    const actions = this.code.play_random(this.states, 2n, ...this.row, this.dice, 1n, BigInt(games), BigInt(limit));
    return (1000 * Number(actions)) / (performance.now() - began);
  }

  /** Playouts a second. @param {any} asked */
  searched({ world, seat, dice, playouts, nodes, knobs }) {
    const began = performance.now();
    this.think(world, seat, dice, playouts, nodes, knobs);
    return (1000 * playouts) / (performance.now() - began);
  }
}

/** @param {string} text */
export function unpacked(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array[]} parts */
async function hash(parts) {
  const found = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return [...new Uint8Array(found)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
