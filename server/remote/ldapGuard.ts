import { connect, type LookupFunction, type Socket } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import { Client, type ClientOptions } from 'ldapts'

/** bytes without one whole message; an entry with a long list of groups has a thousandth of that */
const LONGEST_MESSAGE = 4_194_304
/** bytes of one connection, which memory holds; a directory with 500,000 people has less */
const LONGEST_ANSWER = 268_435_456

/** The parts of the client that have no public name. Tests of attacks fail if another version names them differently. */
interface Inner {
  socketDataHandler: (data: Buffer) => void
  messageParser: { on(event: 'message', listener: () => void): unknown; buffer?: Buffer }
}

export interface GuardedClient {
  client: Client
  /** Ends the connection at once. */
  close(): void
  /** Bytes before the encryption may come from anybody: they must not become a part of the first encrypted answer. @throws Error */
  requireNothingUnread(): void
}

/**
 * A client that protects the process from its server, and passwords from others: it connects only once, because the library would connect again
 * without encryption after StartTLS; it reads no endless message; and what it cannot read ends the connection instead of the process.
 */
export function guardedClient({
  lookup,
  ...options
}: Pick<ClientOptions, 'url' | 'timeout' | 'connectTimeout' | 'tlsOptions'> & {
  /** How names are looked up; undefined: all names. */
  lookup?: LookupFunction
}): GuardedClient {
  const sockets: Socket[] = []
  let isUsed = false
  const only = <T extends Socket>(socket: () => T): T => {
    if (isUsed) throw new Error('the server ended the connection')
    isUsed = true
    const made = socket()
    sockets.push(made)
    return made
  }
  const client = new Client({
    ...options,
    createConnection: ((port: number, host: string) => only(() => connect({ port, host, lookup }))) as typeof connect,
    createSecureConnection: ((...given: Parameters<typeof connectEncrypted>) => {
      const [first] = given as unknown[]
      // StartTLS encrypts the connection that there is.
      if (typeof first === 'number') return only(() => connectEncrypted(...given))
      const made = connectEncrypted(...given)
      sockets.push(made)
      return made
    }) as typeof connectEncrypted,
  })
  const close = () => sockets.forEach((socket) => socket.destroy())
  const inner = client as unknown as Inner
  const handle = inner.socketDataHandler
  let [unread, all] = [0, 0]
  inner.messageParser.on('message', () => (unread = 0))
  inner.socketDataHandler = (data) => {
    unread += data.length
    all += data.length
    try {
      if (unread > LONGEST_MESSAGE || all > LONGEST_ANSWER) throw new Error('the answer is too long')
      handle(data)
    } catch {
      close()
    }
  }
  return {
    client,
    close,
    requireNothingUnread() {
      if ((inner.messageParser.buffer?.length ?? 0) > 0) throw new Error('bytes before the encryption')
    },
  }
}
