import { createHash } from 'node:crypto'
import type { Reply, Request } from '@/contract/api'
import type { FileRequestLink, FileRequestPerson } from '@/contract/fileRequests'
import type { ItemRow } from '../../../server/database/tables'
import { Client } from '../client'
import { codeOf } from '../shares/sharing'
import { patch, type TusAnswer } from '../uploads/tus'

type Making = Request<'POST /apps/collects/create'>

/** Creates a link, by default for anybody, without a deadline, for any kind. */
export async function makeFileRequest(
  who: Client,
  folder: Pick<ItemRow, 'id'>,
  input: Partial<Making> = {},
): Promise<FileRequestLink> {
  return (await who.call('POST /apps/collects/create', collecting(folder, input))).collect
}

export function collecting({ id }: Pick<ItemRow, 'id'>, input: Partial<Making> = {}): Making {
  return {
    folder_id: id,
    title: '高三（2）班作业',
    text: '每人一份',
    due_time: 0,
    kinds: [],
    is_listed_only: false,
    names: [],
    user_ids: [],
    group_ids: [],
    ...input,
  }
}

/** All people of a link, page by page. */
export async function everybody(who: Client, id: number, state: 'missing' | 'done'): Promise<FileRequestPerson[]> {
  const found: FileRequestPerson[] = []
  for (;;) {
    const page = { collect_id: id, state, offset: found.length }
    const { people, total_count: total } = await who.call('GET /apps/collects/people', page)
    found.push(...people)
    if (found.length >= total || people.length === 0) return found
  }
}

/** A contributor of a collecting link; by default without an account, on a device of their own. */
export class Contributing {
  readonly client: Client

  /** @param session headers of a signed-in user */
  constructor(
    url: string,
    readonly uniqueName: string,
    session: Record<string, string> = {},
  ) {
    this.client = new Client(url)
    this.client.headers = { ...session }
  }

  get token(): string {
    return this.client.headers['x-collect-token'] ?? ''
  }

  set token(token: string) {
    this.client.headers['x-collect-token'] = token
  }

  /** Opens the page, and stores its token. */
  async open(): Promise<Reply<'GET /apps/collects/info/{unique_name}'>> {
    const answer = await this.client.call('GET /apps/collects/info/{unique_name}', { unique_name: this.uniqueName })
    if (answer.offered_token !== null) this.token = answer.offered_token
    return answer
  }

  /** Takes a name. @returns the code of a refusal, or `success` */
  async join(name: string | { person_id: number }): Promise<string> {
    if (this.token === '') await this.open()
    const chosen = typeof name === 'string' ? { name } : name
    return codeOf(await this.client.send('POST /apps/collects/join', { unique_name: this.uniqueName, ...chosen }))
  }

  async presign(name: string, size: number, more: { replaced_id?: number; unique_name?: string } = {}) {
    const input = { unique_name: this.uniqueName, name, file_size: size, ...more }
    const answer = await this.client.send('POST /apps/collects/presign', input)
    const { tus_url: path = '', upload_id: id = '' } = answer.body as { tus_url?: string; upload_id?: string }
    return { code: codeOf(answer), path, id }
  }

  send(path: string, bytes: Uint8Array, offset = 0): Promise<TusAnswer> {
    return patch(this.client, path, offset, bytes)
  }

  async finish(id: string): Promise<string> {
    const input = { unique_name: this.uniqueName, upload_id: id }
    return codeOf(await this.client.send('POST /apps/collects/finish', input))
  }

  /** Hands a file in. @returns the code of the first refusal, or `success` */
  async handIn(name: string, content: Uint8Array | string, more: { replaced_id?: number } = {}): Promise<string> {
    const bytes = Buffer.from(content)
    const { code, path, id } = await this.presign(name, bytes.length, more)
    if (code !== 'success') return code
    if (bytes.length > 0) {
      const sent = await this.send(path, bytes)
      if (sent.status !== 204) return codeOf({ ...sent, headers: new Headers() })
    }
    return this.finish(id)
  }

  /** Takes a file back. @returns the code of a refusal, or `success` */
  async takeBack(id: number): Promise<string> {
    const input = { unique_name: this.uniqueName, hand_in_id: id }
    return codeOf(await this.client.send('POST /apps/collects/take_back', input))
  }

  /** Names and sizes of the handed-in files, as the page shows them. */
  async own(): Promise<[name: string, size: number][]> {
    const { me } = await this.client.call('GET /apps/collects/info/{unique_name}', { unique_name: this.uniqueName })
    return (me?.files ?? []).map(({ name, size }) => [name, size])
  }
}

export function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
