import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An office service of another origin, as far as a frame meets it. */
export interface OfficeService {
  origin: string
  /** What its page does; `{file}` was given to it in `src`. */
  script: string
  /** The addresses of documents that it was asked to show. */
  files: string[]
  close(): Promise<void>
}

/** Posts to the page that has the frame. */
export const posts = (word: object) => `top.postMessage(${JSON.stringify(word)}, '*')`
/** What a document looks like there. */
export const paper = "document.body.innerHTML = '<h1>Shown by the office service</h1>'"

/** Plays an office service on a port of its own. Begin it before the drive that names it. */
export async function playOffice(): Promise<OfficeService> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://office')
    if (pathname !== '/view') return void response.writeHead(404).end()
    const file = searchParams.get('src')
    if (file) service.files.push(file)
    const script = searchParams.get('script') ?? service.script
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><title>Office</title><link rel="icon" href="data:,"><body><script>${script}</script></body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: OfficeService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: '',
    files: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}
