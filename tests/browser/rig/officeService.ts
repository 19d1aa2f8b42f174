import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An office service of another origin, as far as a frame uses it. */
export interface OfficeService {
  origin: string
  /** The script of its page; `{file}` is the document's address from `src`. */
  script: string
  /** The addresses of the documents that it was asked to show. */
  files: string[]
  close(): Promise<void>
}

/** Posts to the page that contains the frame. */
export const posts = (word: object) => `top.postMessage(${JSON.stringify(word)}, '*')`
/** How the service shows a document. */
export const paper = "document.body.innerHTML = '<h1>Shown by the office service</h1>'"

/** Starts an office service on a port of its own. Call it before the drive that names the service. */
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
