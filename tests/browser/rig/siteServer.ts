import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

export interface Site {
  origin: string
  close(): Promise<void>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** A file by its path below the site, undefined when there is none. */
export type Files = (file: string) => Promise<Uint8Array | string | undefined>

export function filesOf(folder: string): Files {
  return (file) => readFile(path.join(folder, file)).catch(() => undefined)
}

/** Serves the files of a site and its index.html at every other address, as the server does. */
export async function serveSite(files: Files): Promise<Site> {
  const server = createServer(async (request, response) => {
    const name = path.posix.normalize(new URL(request.url ?? '/', 'http://site').pathname).slice(1)
    const extension = path.extname(name)
    const body = await files(extension ? name : 'index.html')
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': types[extension || '.html'] ?? 'application/octet-stream',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
