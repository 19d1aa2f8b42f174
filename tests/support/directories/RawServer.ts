import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A server that sends bytes instead of LDAP. */
export class RawServer {
  readonly url: string
  /** Everything that clients sent, as text. */
  heard = ''
  connections = 0
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    answer: (data: Buffer, socket: Socket) => void,
  ) {
    this.url = `ldap://localhost:${(server.address() as AddressInfo).port}`
    server.on('connection', (socket) => {
      this.connections += 1
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        this.heard += data.toString('latin1')
        answer(data, socket)
      })
    })
  }

  /** @param answer called with what a client sends */
  static async open(answer: (data: Buffer, socket: Socket) => void): Promise<RawServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new RawServer(server, answer)
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
    await once(this.server, 'close')
  }
}

/** The id of an LDAP message, as its client wrote it: one byte in these tests. */
export const idOf = (data: Buffer): number => data[4]!

/** An answer of success. @param kind the tag: 0x61 to a bind, 0x65 the end of a search, 0x78 to an extended request */
export function successOf(id: number, kind: number): Buffer {
  return Buffer.from([0x30, 0x0c, 0x02, 0x01, id, kind, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00])
}

/** An entry of a search with a distinguished name and no attributes. */
export function entryOf(id: number, dn: string): Buffer {
  const name = Buffer.from(dn)
  const body = Buffer.concat([Buffer.from([0x04, name.length]), name, Buffer.from([0x30, 0x00])])
  return Buffer.concat([Buffer.from([0x30, body.length + 5, 0x02, 0x01, id, 0x64, body.length]), body])
}
