import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOwn } from '../Phone'
import { openSite } from '../site'

const site = openSite()

/** px: the counter below a field, the gaps and the button under it (Field, Button, Sheet) */
const belowTheField = 24 + 16 + 48 + 12

test('[AH-21] WeChat lifts the page until the button below a field is above the keyboard', async (t) => {
  const user = await site.make.user()
  await site.make.file({ owner: user }, { name: '旧.txt' })
  const phone = await openOwn(t, site.wire, user)
  await phone.menu('旧.txt')
  await phone.choose('menu.rename')
  const field = await phone.until('.name-form .field-input')
  assert.notEqual(field.attr('adjust-position'), false)
  assert.ok(Number(field.attr('cursor-spacing')) >= belowTheField, String(field.attr('cursor-spacing')))
})
