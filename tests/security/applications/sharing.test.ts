import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { OpenCallName } from '@/contract/applications'
import type { Permission } from '@/contract/entities'
import { expectedPermissions, roles } from '../../support/access/roleTable'
import { decideShares } from '../../support/shares/sharePolicy'
import { clientFor, make, school, server, startApplicationServer, teacher, visitor } from './applicationServer'

/* Attacks on what others own, by a program that comments, shares, invites, copies or reads versions. */

startApplicationServer()
before(() => decideShares(server.deps, school, { is_share_force_passwd_switch: false }))

interface Target {
  folderId: number
  fileId: number
  versionId: number
  personId: number
}

const link = { access: 'public', due_time: 'never_expire' }
const member = (id: number) => ({ type: 'user', id, role: 'viewer' })

/** The permission that each call needs, from the specification's table. */
const asks: [OpenCallName, Permission, (of: Target) => object][] = [
  ['GET /v2/file/{id}/comments', 'item_create_comment', (of) => ({ id: of.fileId })],
  ['POST /v2/comment/create', 'item_create_comment', (of) => ({ file_id: of.fileId, content: 'x' })],
  ['POST /v2/share_link/create', 'item_share', (of) => ({ file_id: of.fileId, ...link })],
  ['POST /v2/share_link/create', 'item_share', (of) => ({ folder_id: of.folderId, ...link })],
  ['GET /v2/folder/{id}/collabs', 'item_view', (of) => ({ id: of.folderId })],
  [
    'POST /v2/collab/invite',
    'item_create_collab',
    (of) => ({ folder_id: of.folderId, accessible_by: member(of.personId) }),
  ],
  ['GET /v2/file/{id}/versions', 'item_view', (of) => ({ id: of.fileId })],
  ['POST /v2/folder/{id}/copy', 'item_download', (of) => ({ id: of.folderId, target_folder_id: 0 })],
  ['POST /v2/file/{id}/copy_by_path', 'item_download', (of) => ({ id: of.fileId, target_folder_path: 'taken' })],
  ['POST /v2/file/pack_download', 'item_download', (of) => ({ item_typed_ids: [`file_${of.fileId}`] })],
  ['POST /v2/frequent/add', 'item_view', (of) => ({ type: 'file', id: of.fileId })],
  ['POST /v2/file/{item_id}/mark_as_used', 'item_view', (of) => ({ item_id: of.fileId })],
]

async function target(): Promise<Target> {
  const folder = await make.folder({ owner: teacher })
  const { id: fileId, current_version_id: versionId } = await make.file({ parent: folder }, { name: 'hidden.txt' })
  const { id: personId } = await make.user({ enterprise: school })
  return { folderId: folder.id, fileId, versionId: versionId!, personId }
}

describe('[OAPI-04] an application shares, comments and copies with the rights of its user', () => {
  for (const role of roles.filter((each) => each !== 'owner'))
    test(`calls follow the permissions of the role ${role}`, async () => {
      const user = await make.user({ enterprise: school })
      const theirs = await clientFor(user)
      for (const [call, permission, ask] of asks) {
        const of = await target()
        await make.collab({ id: of.folderId }, { user }, role)
        const answer = await theirs.send(call, ask(of))
        const may = expectedPermissions(role).includes(permission)
        assert.equal(answer.status === 200, may, `${call} as ${role}: ${answer.status} ${await answer.text()}`)
      }
    })

  test('what strangers own, what is missing and what another organisation has answer alike', async () => {
    const [colleague, stranger] = [await make.user({ enterprise: school }), await make.user()]
    const theirs = await clientFor(colleague)
    const foreign = await make.file({ owner: stranger })
    const foreignFolder = await make.folder({ owner: stranger })
    const own = await target()
    const missing = { folderId: 900_000_000, fileId: 900_000_000, versionId: 1, personId: colleague.id }
    const outside = { ...missing, folderId: foreignFolder.id, fileId: foreign.id }
    for (const [call, , ask] of asks) {
      const answers = await Promise.all(
        [own, missing, outside].map(async (of) => {
          const answer = await theirs.send(call, ask({ ...of, personId: colleague.id }))
          const { errors } = (await answer.json()) as { errors?: { code: string; msg: string }[] }
          return JSON.stringify([answer.status, errors])
        }),
      )
      assert.equal(new Set(answers).size, 1, `${call}: ${answers.join(' ')}`)
      assert.ok(answers[0]!.startsWith('[404'), `${call}: ${answers[0]}`)
    }
  })

  test('a program that may only share learns and changes nothing else by its links', async () => {
    const of = await target()
    const sharing = await clientFor(teacher, { scope: 'item_share' })
    const { unique_name } = await sharing.call('POST /v2/share_link/create', {
      file_id: of.fileId,
      access: 'company',
      due_time: 'never_expire',
    })
    for (const [call, input] of [
      ['GET /v2/file/{id}/info', { id: of.fileId }],
      ['GET /v2/file/{id}/download', { id: of.fileId }],
      ['GET /v2/file/{id}/comments', { id: of.fileId }],
      ['GET /v2/folder/{id}/collabs', { id: of.folderId }],
    ] as const)
      await sharing.refused(call, input, 403, 'permission_denied')
    const commenting = await clientFor(teacher, { scope: 'item_comment' })
    await commenting.refused('GET /v2/share_link/{unique_name}/info', { unique_name }, 403, 'permission_denied')
  })

  test('guesses of a link’s password are counted for the user, whatever the program', async () => {
    const of = await target()
    const { unique_name } = await (
      await clientFor(teacher)
    ).call('POST /v2/share_link/create', {
      file_id: of.fileId,
      access: 'public',
      due_time: 'never_expire',
      password: 'secret1',
    })
    const theirs = await clientFor(await make.user({ enterprise: school }))
    const answers = []
    for (let n = 0; n < 5; n += 1)
      answers.push(
        (await theirs.send('GET /v2/share_link/{unique_name}/info', { unique_name, password: `g${n}` })).status,
      )
    assert.equal(answers.at(-1), 429, answers.join())
  })

  test('an address of a zip serves nobody whose right has ended', async () => {
    const user = await make.user({ enterprise: school })
    const theirs = await clientFor(user)
    const of = await target()
    await make.collab({ id: of.folderId }, { user }, 'viewer')
    const asked = { item_typed_ids: [`folder_${of.folderId}`] }
    const { download_url: address } = await theirs.call('POST /v2/file/pack_download', asked)
    assert.equal((await fetch(address)).status, 200)
    await server.deps.db.deleteFrom('collabs').where('user_id', '=', user.id).execute()
    assert.equal((await fetch(address)).status, 403)
    assert.equal((await visitor().send('POST /v2/file/pack_download', asked)).status, 401)
  })
})
