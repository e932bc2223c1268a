// A game in which two players click in turn, on boardgame.io, which keeps it in memory.
const { Server, Origins } = require("boardgame.io/server");

const clicks = {
  name: "clicks",
  setup: () => ({ clicks: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { click: ({ G }) => { G.clicks += 1; } },
};
const server = Server({ games: [clicks], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
