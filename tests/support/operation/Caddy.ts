import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../until'

/** The reason why tests with the proxy are skipped; false if it is installed. */
export const withoutCaddy = spawnSync('caddy', ['version']).status === 0 ? false : 'caddy is not installed'

/** The proxy of deploy/Caddyfile, without TLS, before servers of this machine. */
export class Caddy {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  /** @param ports those of the two servers */
  static async start(port: number, ports: readonly number[]): Promise<Caddy> {
    const folder = await mkdtemp(path.join(tmpdir(), 'satchel-caddy-'))
    const url = `http://127.0.0.1:${port}`
    const ours = await readFile('deploy/Caddyfile', 'utf8')
    const upstreams = 'server-1:3000 server-2:3000'
    if (!ours.includes(upstreams)) throw new Error(`deploy/Caddyfile does not name ${upstreams}`)
    const file = path.join(folder, 'Caddyfile')
    const addressed = ours.replace(upstreams, ports.map((each) => `127.0.0.1:${each}`).join(' '))
    // Another proxy of this machine may have the port of the administration.
    await writeFile(file, `{\n\tadmin off\n}\n${addressed}`)
    const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, HOME: folder, DOMAIN: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    child.stderr.on('data', (text: Buffer) => (log += text.toString()))
    const caddy = new Caddy(url, folder, child)
    await until('the proxy', async () => {
      if (child.exitCode !== null) throw new Error(log)
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      return answer?.status === 200
    })
    return caddy
  }

  async close(): Promise<void> {
    if (this.process.exitCode === null) {
      this.process.kill()
      await once(this.process, 'exit')
    }
    await rm(this.folder, { recursive: true, force: true })
  }
}
