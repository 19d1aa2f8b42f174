import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { change, colleague, make, namesIn, refused, run, startMoveServer, user, type Action } from './moveServer'

/* rights.deep.test.ts checks every role and kind of item. */

startMoveServer(() => new Date(Date.UTC(2026, 8, 1)))

/** A folder of a colleague on which the user has a role. */
async function folderOf(role: Role) {
  const folder = await make.folder({ owner: colleague })
  await make.collab(folder, { user }, role)
  return folder
}

describe('[ACT-09] rights to copy and move', () => {
  const sources: [role: Role, copies: boolean, moves: boolean][] = [
    ['editor', true, true],
    ['viewer', true, false],
    ['previewer', false, false],
  ]
  for (const [role, copies, moves] of sources) {
    test(`a ${role} ${copies ? 'copies' : 'does not copy'} and ${moves ? 'moves' : 'does not move'} an item`, async () => {
      const parent = await folderOf(role)
      const item = await make.file({ parent }, { name: 'a.txt' })
      const target = await folderOf('editor')
      const expected: [Action, boolean][] = [
        ['copy', copies],
        ['move', moves],
      ]
      for (const [action, may] of expected) {
        if (may) await run(action, [item], target)
        else await refused(action, [item], target, 'permission_denied', 'item')
      }
      const here = moves ? [] : ['a.txt']
      assert.deepEqual([await namesIn(parent), (await namesIn(target)).length], [here, Number(copies) + Number(moves)])
    })
  }

  test('a folder accepts items from those who may upload into it, and from nobody else', async () => {
    for (const kind of ['file', 'folder'] as const) {
      for (const action of ['copy', 'move'] as const) {
        const item = await make[kind]({ owner: user })
        await refused(action, [item], await folderOf('viewer'), 'permission_denied', 'target')
        await run(action, [item], await folderOf('uploader'))
      }
    }
  })

  test('decisions 3.1: an encrypted file is never moved, also not with its folder; its copy stays encrypted', async () => {
    const outer = await make.folder({ owner: user })
    const file = await make.file({ parent: await make.folder({ parent: outer }) })
    await change(file, { is_encrypted: true })
    const target = await make.folder({ owner: user })
    for (const item of [file, outer]) await refused('move', [item], target, 'item_encrypted', 'item')
    const { files_and_folders: copies } = await run('copy', [file], target)
    assert.deepEqual(
      copies.map((copy) => copy.is_encrypted),
      [true],
    )
  })

  test('a folder is moved neither into itself nor below itself', async () => {
    const outer = await make.folder({ owner: user })
    const inner = await make.folder({ parent: outer })
    for (const target of [outer, inner]) await refused('move', [outer], target, 'target_inside_itself', 'target')
  })

  test('an item under a taken name gets a number', async () => {
    const target = await make.folder({ owner: user })
    await make.file({ parent: target }, { name: 'a.tar.gz' })
    for (const action of ['copy', 'move'] as const) {
      const parent = await make.folder({ owner: user })
      await run(action, [await make.file({ parent }, { name: 'a.tar.gz' })], target)
    }
    assert.deepEqual(await namesIn(target), ['a (1).tar.gz', 'a (2).tar.gz', 'a.tar.gz'])
  })

  test('several items are moved together or not at all', async () => {
    const items = [await make.file({ owner: user }), await make.file({ owner: user })]
    const target = await make.folder({ owner: user })
    await refused('move', [...items, await make.file({ owner: colleague })], target, 'item_not_found', 'item')
    assert.deepEqual(await namesIn(target), [])
    await run('move', items, target)
    assert.equal((await namesIn(target)).length, 2)
  })
})
