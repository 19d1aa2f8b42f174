import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { openOwn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

async function userWith(...names: string[]) {
  const user = await site.make.user()
  for (const name of [...names].reverse()) await site.make.file({ owner: user }, { name })
  return user
}

const title = (phone: Phone) => phone.host.text('.select-head .header-text')
const counts = (phone: Phone, n: number) =>
  phone.until(() => title(phone) === phone.t('many.count', { n }) || assert.fail(title(phone)))

async function hold(phone: Phone, name: string): Promise<void> {
  phone.host.longPress((await phone.row(name)).$('.row-open')!)
  await phone.until('.select-head')
}

async function act(phone: Phone, key: 'move' | 'copy' | 'favourite' | 'delete'): Promise<void> {
  const label = phone.t(`many.${key}`)
  phone.host.tap(
    await phone.until(
      () => phone.host.$$('.select-action').find((action) => action.text === label) ?? assert.fail(label),
    ),
  )
}

describe('[AH-10] select mode', () => {
  test('a long press starts select mode, taps choose, and the back gesture ends the mode before the page', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('甲.txt', '乙.txt', '丙.txt'))
    await hold(phone, '乙.txt')
    await counts(phone, 1)
    await phone.open('甲.txt')
    await counts(phone, 2)
    assert.equal(phone.host.$$('.row-checked').length, 2)
    phone.host.back()
    await phone.until(() => !phone.host.$('.select-head'))
    await phone.at('files', { space: 'own' })
    assert.equal(phone.host.$('.row-check'), null)
    await phone.row('甲.txt')
  })

  deepTest('the bar offers no download, which the mini-program lacks', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('甲.txt'))
    await hold(phone, '甲.txt')
    const labels = (['share', 'move', 'copy', 'favourite', 'delete'] as const).map((key) => phone.t(`many.${key}`))
    assert.deepEqual(
      (await phone.until(() => phone.host.$$('.select-action'))).map(({ text }) => text),
      labels,
    )
  })

  deepTest('many items are deleted after one question and restored by undo', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('甲.txt', '乙.txt', '丙.txt'))
    await hold(phone, '甲.txt')
    await phone.open('丙.txt')
    await counts(phone, 2)
    await act(phone, 'delete')
    assert.equal((await phone.dialog()).title, phone.t('many.removeTitle', { n: 2 }))
    await phone.answer('remove.confirm')
    await phone.toast('many.removed', { n: 2 })
    await phone.until(() => !phone.host.$('.select-head'))
    assert.deepEqual(phone.names, ['乙.txt'])
    await phone.press(phone.t('action.undo'))
    await phone.toast('many.restored', { n: 2 })
    await phone.row('甲.txt')
    assert.deepEqual(phone.names, ['甲.txt', '乙.txt', '丙.txt'])
  })

  deepTest('the picker’s page moves many items, after which the choice ends', async (t) => {
    const user = await userWith('甲.txt', '乙.txt')
    const folder = await site.make.folder({ owner: user }, { name: '资料' })
    const phone = await openOwn(t, site.wire, user)
    await hold(phone, '甲.txt')
    await phone.open('乙.txt')
    await counts(phone, 2)
    await act(phone, 'move')
    await phone.at('pick')
    phone.host.tap(
      (await phone.until(() => phone.host.$$('.pick .row').find((row) => row.text.includes('资料')))).$('.row-open')!,
    )
    const label = phone.t('pick.into.move', { name: '资料' })
    phone.host.tap(
      await phone.until(
        () =>
          phone.host.$$('button').find((button) => button.text === label && !button.attr('disabled')) ??
          assert.fail(label),
      ),
    )
    await phone.at('files', { space: 'own' })
    await phone.toast('move.done', { name: '资料' })
    await phone.until(() => !phone.host.$('.select-head'))
    assert.deepEqual(phone.names, ['资料'])
    const inside = await site.server.deps.db
      .selectFrom('items')
      .select('id')
      .where('parent_id', '=', folder.id)
      .execute()
    assert.equal(inside.length, 2)
  })

  deepTest('many items become favourites', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('甲.txt', '乙.txt'))
    await hold(phone, '甲.txt')
    phone.host.tap(await phone.until('.select-head .text-button'))
    await counts(phone, 2)
    await act(phone, 'favourite')
    await phone.toast('many.favoured', { n: 2 })
    await phone.goTo(phone.t('space.frequent'))
    await phone.row('甲.txt')
  })
})
