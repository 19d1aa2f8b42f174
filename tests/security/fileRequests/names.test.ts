import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { makeFileRequest, Contributing } from '../../support/fileRequests/collecting'
import { at, folder, startCollectServer } from './collectServer'

/* Names of a list that one stranger takes (decisions 98). */

startCollectServer()

const names = Array.from({ length: 150 }, (_, n) => `同学${n}`)

async function classLink() {
  const link = await makeFileRequest(at.me, folder, { names, is_listed_only: true })
  const from = (network: string) => {
    const somebody = new Contributing(at.server.url, link.unique_name)
    somebody.client.headers['x-forwarded-for'] = network
    return somebody
  }
  return { link, from }
}

describe('[AH-25] names of a list', () => {
  test('one network takes at most 60 in a minute; other networks take theirs meanwhile', async () => {
    const { from } = await classLink()
    const codes: string[] = []
    for (const name of names.slice(0, 70)) codes.push(await from('203.0.113.5').join(name))
    assert.equal(codes.filter((code) => code === 'success').length, 60)
    assert.equal(codes.at(-1), 'collect_too_often')
    assert.equal(await from('203.0.113.6').join(names[80]!), 'success')
    at.later(61)
    assert.equal(await from('203.0.113.5').join(names[81]!), 'success')
  })

  deepTest('one IPv6 site takes at most 120 in a minute, however many networks it has', async () => {
    const { from } = await classLink()
    const codes: string[] = []
    for (const [n, name] of names.slice(0, 130).entries())
      codes.push(await from(`2001:db8:70:${n.toString(16)}00::1`).join(name))
    assert.equal(codes.filter((code) => code === 'success').length, 120)
    assert.equal(await from('2001:db8:71::1').join(names[140]!), 'success')
  })

  test('a class of 40 behind one address takes its names and hands in at once', async () => {
    const { from } = await classLink()
    const handIn = async (name: string) => {
      const pupil = from('203.0.113.10')
      return [await pupil.join(name), await pupil.handIn('a.txt', 'x')]
    }
    const codes = await Promise.all(names.slice(0, 40).map(handIn))
    assert.deepEqual([...new Set(codes.flat())], ['success'])
  })

  test('a name under which nothing was handed in is free again after an hour, and its old device loses it', async () => {
    const { from } = await classLink()
    const thief = from('203.0.113.7')
    assert.equal(await thief.join(names[0]!), 'success')
    at.later(3500)
    assert.equal(await from('203.0.113.8').join(names[0]!), 'collect_name_taken')
    at.later(101)
    const pupil = from('203.0.113.8')
    assert.equal(await pupil.join(names[0]!), 'success')
    assert.equal((await thief.presign('a.txt', 1)).code, 'collect_token_unknown')
    assert.equal(await pupil.handIn('a.txt', 'x'), 'success')
  })

  test('a name with a hand-in, also one in the trash, and a name with an upload under way stay taken', async () => {
    const { from } = await classLink()
    const [one, other] = [from('203.0.113.7'), from('203.0.113.7')]
    await one.join(names[1]!)
    assert.equal(await one.handIn('a.txt', 'x'), 'success')
    await other.join(names[2]!)
    const { children } = await at.me.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
    const handed = children!.map(({ typed_id: id }) => id)
    await at.me.call('POST /apps/files/delete', { item_typed_ids: handed })
    at.later(3700)
    const { path } = await other.presign('b.txt', 10)
    await other.send(path, Buffer.alloc(4))
    for (const name of [names[1]!, names[2]!]) assert.equal(await from('203.0.113.8').join(name), 'collect_name_taken')
  })
})
