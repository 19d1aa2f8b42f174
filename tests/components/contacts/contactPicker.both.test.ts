import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { ContactChoice } from '@/domain/contacts/contacts'
import { ContactsPanel } from '@/screens/contacts/ContactsPanel'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { makeContact, makeContactDepartment, makeContactGroup } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { mountScreen, tap, type Mounted } from '../rig'

const invitation = { mode: 'invite', typedId: 'folder_3' } as const

describe('the picker of people', () => {
  let mounted: Mounted
  let closed = 0

  async function open(choice: ContactChoice = invitation) {
    closed = 0
    const rig = await startApp()
    const counts = { page_number: 1, page_count: 1 }
    rig.server
      .on('GET /apps/contacts/get', {
        contacts: [makeContact({ id: 1, name: '王珂' }), makeContact({ id: 2, name: '赵敏', disabled: true })],
        departments: [makeContactDepartment({ id: 1, name: '教务处', user_count: 18 })],
        groups: [makeContactGroup({ id: 1, name: '宣讲团', user_count: 12 })],
        ...counts,
        total_count: 2,
      })
      .on('GET /departments/user_list', { users: [makeContact({ id: 5, name: '李蔚' })], ...counts, total_count: 1 })
      .on('GET /departments/children', { departments: [] })
    const overlays = rig.app.createOverlays()
    mounted = await mountScreen(rig.app, h(ContactsPanel, { choice, overlays, onClose: () => (closed += 1) }))
    return {
      ...rig,
      chosen: () =>
        chosenContactsOf(rig.app)
          .of(choice)
          .map((each) => each.item_typed_id),
    }
  }

  const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)
  const level = '.contacts-level:not(.contacts-hidden)'

  afterEach(() => mounted.close())

  test('[CONT-01] the picker shows departments, groups, then people, each with distinguishing details', async () => {
    await open()
    expect(texts('.contact-called')).toStrictEqual(['教务处', '宣讲团', '王珂', '赵敏'])
    expect(texts('.contact-detail')).toStrictEqual(['18 人', '12 人', 'p1@mingde.demo', 'p2@mingde.demo'])
    expect(texts('.contact-mark')).toStrictEqual(['群组', '已邀请'])
    expect(texts('.contacts-all')).toStrictEqual(['全选 · 2 人'])
  })

  test('[CONT-04] a tap chooses, members stay, and nothing is reported before confirming', async () => {
    const { chosen } = await open()
    await tap(mounted.box, '.contact-pick', '王珂')
    await tap(mounted.box, '.contact-pick', '赵敏')
    await tap(mounted.box, '.contact-pick', '宣讲团')
    expect(texts('.contacts-count')).toStrictEqual(['已选 2 项，共 13 人'])
    expect(chosen()).toStrictEqual([])
    await tap(mounted.box, '.text-button', '确定(2)')
    expect([chosen(), closed]).toStrictEqual([['contact_1', 'group_1'], 1])
  })

  test('[AH-48] the button that sends to one person says so; more are only chosen', async () => {
    await open({ mode: 'share' })
    const shown = () => texts('.header .text-button')
    await tap(mounted.box, '.contact-pick', '王珂')
    expect(shown()).toStrictEqual(['发送(1)'])
    await tap(mounted.box, '.contact-pick', '宣讲团')
    expect(shown()).toStrictEqual(['确定(2)'])
    await tap(mounted.box, '.contact-pick', '王珂')
    expect(shown()).toStrictEqual(['确定(1)'])
  })

  test('[CONT-01] a department opens and is left by its path, and choices there stay', async () => {
    await open()
    await tap(mounted.box, '.contact-enter', '教务处')
    expect(texts(`${level} .contact-called`)).toStrictEqual(['李蔚'])
    expect(texts('.contacts-step')).toStrictEqual(['通讯录', '教务处'])
    expect(texts(`${level} .contacts-all`)).toStrictEqual([])
    await tap(mounted.box, `${level} .contact-pick`, '李蔚')
    await tap(mounted.box, '.contacts-step', '通讯录')
    expect(texts(`${level} .contact-called`)).toContain('王珂')
    expect(texts('.contacts-count')).toStrictEqual(['已选 1 人'])
  })

  test('[CONT-04] choosing all skips members, and the panel removes people only when saved', async () => {
    await open()
    await tap(mounted.box, '.contacts-all')
    expect(texts('.contacts-count')).toStrictEqual(['已选 1 人'])
    await tap(mounted.box, '.text-button', '编辑')
    await tap(mounted.box, '.contact-edited .icon-button')
    expect(texts('.contacts-count')[0]).toBe('已选 1 人')
    await tap(mounted.box, '.text-button', '保存')
    expect(texts('.contacts-count')).toStrictEqual(['还没有选择'])
    expect(texts('.contact-edited')).toStrictEqual([])
  })
})
