import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import WebSocket from 'ws'
import * as Y from 'yjs'
import type { DocumentKind, DocumentMessage } from '@/contract/documents'
import type { Client } from '../client'
import { until } from '../until'

/** A person who has a document open, by the real provider. */
export interface Writer {
  document: Y.Doc
  provider: HocuspocusProvider
  socket: HocuspocusProviderWebsocket
  /** Messages of the server beside the document. */
  messages: DocumentMessage[]
  /** How connections ended. */
  closes: { code: number; reason: string }[]
  /** Adds a paragraph to a text. */
  write(text: string): void
  /** The paragraphs of a text. */
  read(): string[]
  /** Waits until the server has acknowledged everything. */
  saved(): Promise<void>
  /** The newest message of a type. */
  told<Type extends DocumentMessage['type']>(type: Type): Extract<DocumentMessage, { type: Type }> | undefined
  end(): void
}

export interface Opening {
  fileId: number
  access: string
  origin?: string
  document?: Y.Doc
  /** Whether others see that they are there. */
  isShown?: boolean
}

/** All writers that a test has not ended. */
const open = new Set<Writer>()

/** Ends all writers; call after each test, so that no provider tries for ever. */
export function endWriters(): void {
  for (const writer of open) writer.end()
}

/** The token of a person for a document. */
export async function tokenOf(client: Client, fileId: number, more: object = {}): Promise<string> {
  const { access_url } = await client.call('GET /yiqixie/get_access_url', { file_id: fileId, ...more })
  return tokenIn(access_url)
}

export function tokenIn(accessUrl: string): string {
  return new URLSearchParams(new URL(accessUrl).hash.slice(1)).get('access')!
}

export function socketAddress(server: { url: string }): string {
  return `${server.url.replace('http', 'ws')}/documents/socket`
}

/** Makes a document in the own space of a client's user. `access` is '' for a kind without a page. */
export async function makeDocument(client: Client, kind: DocumentKind = 'ydoc', parent = 0) {
  const { item, access_url } = await client.call('POST /apps/documents/create', {
    parent_folder_id: parent,
    name: '会议纪要',
    kind,
  })
  return { item, access: access_url === null ? '' : tokenIn(access_url) }
}

/** Opens a document and does not wait. */
export function openWriter(
  server: { url: string },
  { fileId, access, origin = server.url, document, isShown = true }: Opening,
): Writer {
  class FromOrigin extends WebSocket {
    constructor(address: string, protocols?: string[]) {
      super(address, protocols, { origin })
      // A socket that ends before it is connected says so once more, when nobody listens any longer.
      this.on('error', () => {})
    }
  }
  const messages: DocumentMessage[] = []
  const closes: Writer['closes'] = []
  const doc = document ?? new Y.Doc()
  const socket: HocuspocusProviderWebsocket = new HocuspocusProviderWebsocket({
    url: socketAddress(server),
    WebSocketPolyfill: FromOrigin,
    delay: 30,
    minDelay: 30,
    maxDelay: 200,
    factor: 1.5,
    jitter: false,
    // As in `DocumentSession`.
    onOpen: () => void (socket['messageQueue'] = []),
    onClose: ({ event }) => void closes.push({ code: event.code, reason: event.reason }),
  })
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: `file_${fileId}`,
    document: doc,
    token: access,
    ...(!isShown && { awareness: null }),
    onStateless: ({ payload }) => void messages.push(JSON.parse(payload) as DocumentMessage),
  })
  provider.attach()
  const writer: Writer = {
    document: doc,
    provider,
    socket,
    messages,
    closes,
    write: (text) => writeParagraph(doc, text),
    read: () => paragraphsOf(doc),
    saved: async () =>
      void (await until('everything to be stored', () => provider.isSynced && !provider.hasUnsyncedChanges)),
    told: (type) => messages.filter((message) => message.type === type).at(-1) as never,
    end() {
      open.delete(writer)
      provider.destroy()
      socket.destroy()
      // A destroyed socket still connects again if its connection was lost within the last `delay`.
      socket.connect = async () => undefined
    },
  }
  open.add(writer)
  return writer
}

/** Writes a paragraph at the end of a text. */
export function writeParagraph(document: Y.Doc, text: string): void {
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  document.getXmlFragment('default').push([paragraph])
}

/** The paragraphs of a text, without their formats. */
export function paragraphsOf(document: Y.Doc): string[] {
  return document
    .getXmlFragment('default')
    .toArray()
    .map((node) =>
      (node as Y.XmlElement)
        .toArray()
        .flatMap((text) => (text as Y.XmlText).toDelta() as { insert: string }[])
        .map(({ insert }) => insert)
        .join(''),
    )
}

/** Opens a document and waits until its contents are there. */
export async function joinWriter(server: { url: string }, opening: Opening): Promise<Writer> {
  const writer = openWriter(server, opening)
  await until('the document', () => writer.provider.isSynced && writer.told('opened'))
  return writer
}
