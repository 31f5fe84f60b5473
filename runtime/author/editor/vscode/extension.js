// The Sleight extension: it starts `sleight lsp` for a workspace, `sleight dap` to
// debug, and offers to play. The servers do everything else.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("sleight").get("path") || "sleight";
}

async function start() {
  client = new LanguageClient(
    "sleight",
    "Sleight",
    { command: program(), args: ["lsp"] },
    {
      documentSelector: [
        { scheme: "file", language: "yaml" },
        { scheme: "file", language: "lua" },
      ],
      middleware: {
        // The server saves the situation of a test; a terminal continues from it.
        executeCommand: async (command, args, next) => {
          const answer = await next(command, args);
          if (command === "sleight.playFrom" && answer) {
            inTerminal("Sleight", "repl", answer.game).sendText(`load ${answer.file}`);
          }
          return answer;
        },
      },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{content,scripts,schemas}/**/*.{yaml,yml,lua,json}") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `Sleight: ${program()} lsp did not start: ${error.message}. Install sleight, or set sleight.path.`,
      "Open settings",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "sleight.path");
  }
}

// inTerminal runs a command of sleight in a separate terminal.
function inTerminal(name, ...args) {
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const terminal = vscode.window.createTerminal({ name, cwd, shellPath: program(), shellArgs: args });
  terminal.show();
  return terminal;
}

exports.activate = async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("sleight.restart", async () => {
      await exports.deactivate();
      await start();
    }),
    vscode.commands.registerCommand("sleight.play", () => inTerminal("Sleight", "play")),
    vscode.commands.registerCommand("sleight.studio", () => inTerminal("Sleight studio", "studio")),
    vscode.debug.registerDebugAdapterDescriptorFactory("sleight", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
    }),
    vscode.debug.registerDebugConfigurationProvider("sleight", {
      // Without launch.json, F5 plays the game of the workspace.
      resolveDebugConfiguration: (folder, c) => ({
        ...(c.type ? c : { type: "sleight", request: "launch", name: "Play" }),
        workspace: c.workspace ?? folder?.uri.fsPath,
      }),
    }),
  );
  await start();
};

exports.deactivate = async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
};
