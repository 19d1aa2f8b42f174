import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../install.mjs'

/**
 * Runs a server on a free port, with a data folder of its own that goes with it.
 * @param {{ hasDemo: boolean }} options without the demo the server is empty
 * @param {(addresses: { address: string, setUp: string | undefined }) => Promise<void>} use `setUp`: the set-up page of an empty server
 */
export async function withServer({ hasDemo }, use) {
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-screens-'))
  // The database engine must reach the folder, and never runs as root.
  await chmod(folder, 0o755)
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEMO: hasDemo ? '1' : '0',
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: path.join(folder, 'data'),
    },
  })
  try {
    await use(await addressesOf(server))
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

async function addressesOf(server) {
  let output = ''
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    // The server prints both addresses at once.
    const [, address] = /Satchel listens on (http\S+)/.exec(output) ?? []
    if (address) return { address, setUp: /Set up: (http\S+)/.exec(output)?.[1] }
  }
  throw new Error(`the server ended:\n${output}`)
}
