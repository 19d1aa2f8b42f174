import assert from 'node:assert/strict'
import { client, password } from '../client'
import { runAdminHere } from './runAdminHere'

/** Creates an organisation by command; its owner accepts the printed link with the password of all test users. @param settings of the command */
export async function addOwner(
  server: { url: string },
  settings: Record<string, string>,
  login: string,
): Promise<void> {
  const create = ['organisation', 'create', '--name', '明德学校', '--administrator', login, '--json']
  const { code, out, err } = await runAdminHere(create, { BASE_URL: server.url, ...settings })
  assert.equal(code, 0, err)
  const token = (JSON.parse(out) as { url: string }).url.split('#')[1]!
  const { visitor } = client(server)
  const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
  visitor.headers = { requesttoken: csrf_token }
  await visitor.call('POST /welcome/accept', { token, new_password: password, scenario: 'applet' })
}
