import type { DepartmentRow, EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { readConfiguration } from '../../../server/config/configuration'
import { makeApplication, OpenClient } from '../applications/applications'
import { client, type Client } from '../client'
import { MessengerStandIn } from '../messengers/messengerStandIn'
import { PhoneGateway } from '../enterprise/PhoneGateway'
import { photo } from '../samples/samples'
import { Sharing } from '../shares/sharing'
import { makeLink } from '../shares/shares'

export const BASE_URL = 'https://drive.example'
/** One day before the promotion ends (2§9). */
export const before2020 = new Date('2020-08-31T00:00:00+08:00')

interface FileValues {
  name?: string
  content?: Buffer | string
}

/** A school with its people, outsiders and stand-ins for the servers that it calls, so that every call finds data. */
export class CallWorld {
  readonly gateway = new PhoneGateway()
  messengers!: MessengerStandIn
  at!: Sharing
  /** The caller; owns `folder`. */
  user!: UserRow
  me!: Client
  administrator!: UserRow
  admin!: Client
  colleague!: UserRow
  theirs!: Client
  /** Without an account, with the token of a page before sign-in. */
  anybody!: Client
  /** An enterprise that shares a folder with the user. */
  outside!: EnterpriseRow
  department!: DepartmentRow
  group!: { id: number }
  departmentGroup!: { id: number }
  /** The user's folder with the colleague as a viewer and a pending invitation. */
  folder!: ItemRow
  application!: OpenClient

  async open(): Promise<void> {
    this.messengers = await MessengerStandIn.start()
    const url = this.messengers.url
    this.at = await Sharing.open({
      config: {
        baseUrl: BASE_URL,
        trustedProxies: 1,
        documentEditorUrl: 'https://editor.example/open?access={access}',
        shareDomains: ['https://school.example'],
        phoneCodes: { url: await this.gateway.start(), token: 'gateway-token' },
        messengers: {
          ...readConfiguration({}, '/').messengers,
          wechatUrl: url,
          wechatAccount: { id: 'wxaccount', secret: 'accountsecret' },
          wecomUrl: url,
          wecom: { id: 'wwcorp', secret: 'corpsecret' },
        },
      },
    })
    await this.populate()
  }

  async close(): Promise<void> {
    await this.at?.close()
    await this.messengers?.close()
    this.gateway.stop()
  }

  private async populate(): Promise<void> {
    const { at } = this
    const { make, enterprise, server } = at
    await server.deps.db
      .updateTable('enterprises')
      .set({ collaborative_document: true, is_h5_show_user_guide: true })
      .where('id', '=', enterprise.id)
      .execute()
    this.user = at.owner
    this.me = at.me
    this.administrator = await make.user({ enterprise, name: '赵敏', isAdministrator: true })
    this.department = await make.department({ enterprise, name: '教务处' })
    await make.department({ parent: this.department, name: '招生办公室' })
    await make.member(this.department, this.user, { isManager: true })
    this.colleague = await make.user({ enterprise, name: '李蔚' })
    await make.member(this.department, this.colleague)
    this.group = await make.group({ enterprise, members: [this.user, this.colleague] })
    this.departmentGroup = await make.groupOf(this.department)
    ;[this.admin, this.theirs] = [await at.signIn(this.administrator), await at.signIn(this.colleague)]

    this.anybody = client(server).visitor
    const { csrf_token } = await this.anybody.call('GET /apps/users/get_base_info', {})
    this.anybody.headers = { requesttoken: csrf_token }

    this.folder = await make.folder({ owner: this.user }, { name: '资料' })
    await make.file({ parent: this.folder }, { name: '简章.txt' })
    await make.collab(this.folder, { user: this.colleague }, 'viewer')
    await make.collab(this.folder, { user: this.administrator }, 'viewer', { accepted: false })

    this.outside = await make.enterprise({ name: '云舟科技' })
    const outsider = await make.user({ enterprise: this.outside })
    const brief = await make.folder({ owner: outsider }, { name: '需求' })
    await make.collab(brief, { user: this.user }, 'editor')
    await this.fillMessages()

    const visitor = new OpenClient(server.url)
    const credentials = await makeApplication(server, this.administrator)
    this.application = new OpenClient(server.url, await visitor.token(credentials, this.user))
  }

  /** Creates a comment, an invitation and a share for the user. */
  private async fillMessages(): Promise<void> {
    const { at, theirs, user } = this
    const folder = await at.make.folder({ owner: this.colleague }, { name: '班会' })
    const invited_users = `${user.id}:viewer`
    await theirs.call('POST /apps/collabs/invite', { folder_id: folder.id, invited_users, invitation_message: '请看' })
    await theirs.call('POST /apps/comments/create', { item_typed_id: `folder_${this.folder.id}`, content: '收到' })
    await makeLink(theirs, await this.fileOf(this.colleague), {
      access: 'collaborators',
      invited_user_ids: [user.id],
      description: '请看',
    })
  }

  /** As arrow functions, because the rows destructure them. */
  file = (values: FileValues = {}): Promise<ItemRow> => this.fileOf(this.user, values)

  /** A file in the user's trash. */
  deleted = async (): Promise<ItemRow> => {
    const file = await this.file()
    await this.me.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    return file
  }

  /** Two pictures in one folder. */
  pictures = async (): Promise<[ItemRow, ItemRow]> => {
    const parent = await this.at.make.folder({ owner: this.user })
    const content = await photo()
    const picture = (name: string) => this.at.make.file({ parent }, { name, content })
    return [await picture('1.jpg'), await picture('2.jpg')]
  }

  /** Fetches an address of the server without a session. */
  fetch = (address: string): Promise<Response> => fetch(new URL(address.replace(BASE_URL, ''), this.at.server.url))

  private fileOf(owner: UserRow, values: FileValues = {}): Promise<ItemRow> {
    return this.at.make.file({ owner }, values)
  }
}
