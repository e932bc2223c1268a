// A bot in JavaScript that talks over standard input and output, one JSON a line. It needs nothing but Node.
//
//     chantier arena arkadia "stdio:node examples/bot.js" random --games 10
//
// It takes any action, by its words. Put your own thoughts into `choose`.

const readline = require("node:readline");

function choose(asked) {
  // asked.view is all that the seat may know; asked.legal are the numbers of the actions, asked.words says them in words.
  return asked.words[Math.floor(Math.random() * asked.words.length)];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "choose") {
    console.log(JSON.stringify({ id: message.id, action: choose(message) }));
  } else if (message.type === "error") {
    console.error(message.text);
  }
});
