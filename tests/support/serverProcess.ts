import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from './until'

/** Arguments of Node that run the server: bundled like the tests, or from its sources. */
export const serverCommand =
  process.env.SERVER_BUNDLE !== undefined
    ? [process.env.SERVER_BUNDLE]
    : ['--import', 'tsx', fileURLToPath(new URL('../../server/main.ts', import.meta.url))]

export interface ServerProcess {
  child: ChildProcess
  url: string
  /** The output so far. */
  output(): string
  /** Kills the server like a power cut: the server neither logs nor closes anything. */
  kill(): Promise<void>
  /** Waits for the server to end; resolves to the exit code. */
  stop(): Promise<number | null>
}

export interface ServerProcessOptions {
  /** The account that runs the server. */
  account?: { uid: number; gid: number }
  /** A descriptor that the server inherits as 3. */
  descriptor?: number
  /** Arguments of Node; default: the server of the tests. */
  command?: readonly string[]
}

/** Starts the server as `npm start` does, in a process of its own. `environment` replaces all settings. */
export async function startServerProcess(
  environment: Record<string, string>,
  { account, descriptor, command = serverCommand }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, command, {
    ...account,
    stdio: ['ignore', 'pipe', 'pipe', ...(descriptor === undefined ? [] : [descriptor])],
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const url = () => /Satchel listens on (http\S+)/.exec(output)?.[1]
  await until('the server', () => url() ?? child.exitCode !== null, 60_000)
  const address = url()
  if (!address) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return {
    child,
    url: address,
    output: () => output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}
