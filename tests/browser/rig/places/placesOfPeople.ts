import type { Page } from 'playwright-core'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import { makeCollabWorld } from '../../../support/members/memberWorld'
import { makeContactWorld } from '../../../support/contacts/contactWorld'
import type { Drive } from '../drive'
import { there, type Place } from './places'
import { shown } from '../screen'

/** Pickers of people, members and their roles, invitations, comments, and the targets of messages. */
export async function placesOfPeople(drive: Drive, t: Words<PackageName>): Promise<Place[]> {
  const { make, server } = drive
  const contacts = await makeContactWorld(server.deps.db, make)
  const world = await makeCollabWorld(server, make)
  const { owner, one, three } = world
  const user = owner.user
  const folder = await make.folder({ owner: user }, { name: '2026 年秋季招生与新生入学准备工作资料（内部）' })
  const file = await make.file({ parent: folder }, { name: '招生简章与报名须知（终稿）.txt', content: '欢迎报名' })
  await make.collab(folder, { user: one.user }, 'editor')
  await make.collab(folder, { user: world.guest.user }, 'viewer')
  const asked = { folder_id: folder.id, invited_users: `${three.user.id}:viewer` }
  await owner.client.call('POST /apps/collabs/invite', asked)
  const invitation = await server.deps.db
    .selectFrom('collabs')
    .select('id')
    .where('user_id', '=', three.user.id)
    .executeTakeFirstOrThrow()
  await make.message(user, { notice: { name: '招生简章与报名须知（终稿）.pdf', folder: '归档', count: 3 } })

  const at = `/files/folder/${folder.id}`
  const commented = (typedId: string) => `${at}?comment=1&typed_id=${typedId}`
  const choosing = `/files/own?contactselect=invite:folder_${contacts.folder.id}`
  const press = (page: Page, name: string) => shown(page).getByRole('button', { name, exact: true }).last().tap()
  const entry = (page: Page, name: string) =>
    shown(page).locator('.contacts-level:not(.contacts-hidden) .row').filter({ hasText: name })
  const into = async (page: Page, ...names: string[]) => {
    for (const name of names) {
      await entry(page, name).locator('.contact-enter').tap()
      await shown(page).locator('.contacts-here').filter({ hasText: name }).waitFor()
    }
    await there('.contacts-level:not(.contacts-hidden) .row')(page)
  }
  const member = async (page: Page) => {
    await shown(page).locator('.member-open').filter({ hasText: one.user.name }).tap()
    await shown(page).getByRole('radio').first().waitFor()
  }
  const others: Place[] = [
    { name: 'people to choose', address: choosing, show: there('.contacts .row') },
    {
      name: 'people of a department, some chosen',
      address: choosing,
      async show(page) {
        await into(page, '明德学校', '教务处', '招生办公室')
        await entry(page, '赵敏').getByRole('checkbox').tap()
      },
    },
    {
      name: 'people that were searched',
      address: `${choosing}&contactsearch=1`,
      async show(page) {
        await shown(page).locator('.search-input').fill('敏')
        await there('.search .row')(page)
      },
    },
    {
      name: 'who was chosen',
      address: choosing,
      async show(page) {
        for (const name of ['宣讲团', '新来']) await entry(page, name).getByRole('checkbox').tap()
        await press(page, t('contacts.edit'))
        await there('.contacts-edit')(page)
      },
    },
    {
      name: 'the card of a group',
      address: choosing,
      async show(page) {
        await press(page, t('contacts.card', { name: '宣讲团' }))
        await shown(page)
          .getByRole('dialog', { name: t('contacts.cardTitle') })
          .getByRole('heading')
          .first()
          .waitFor()
      },
    },
  ]
  const own: Place[] = [
    { name: 'who can see it', address: `/files/own?access=folder_${folder.id}`, show: there('.member-texts') },
    { name: 'a member', address: `${at}?tab=collab`, show: member },
    {
      name: 'the question before removing a member',
      address: `${at}?tab=collab`,
      async show(page) {
        await member(page)
        await press(page, t('member.remove'))
        await shown(page).getByRole('alertdialog').waitFor()
      },
    },
    {
      name: 'an invitation to be sent',
      address: `/files/own?contactselect=invite:folder_${contacts.folder.id}`,
      user: contacts.user,
      async show(page) {
        await page.goto(new URL(`/files/folder/${contacts.folder.id}?tab=collab`, page.url()).href)
        await press(page, t('members.invite'))
        await entry(page, '新来').getByRole('checkbox').tap()
        await press(page, t('contacts.confirm', { n: 1 }))
        await there('.invite-who')(page)
      },
    },
    {
      name: 'an invitation',
      address: `/collab/accept?collab_id=${invitation.id}`,
      user: three.user,
      show: there('.button'),
    },
    {
      name: 'invitations that a message tells of',
      address: '/message',
      user: three.user,
      async show(page) {
        await shown(page).locator('.message-open').first().tap()
        await there('.child')(page)
      },
    },
    {
      name: 'kinds of messages',
      address: '/message',
      async show(page) {
        await shown(page).locator('.message-open').first().waitFor()
        await shown(page).locator('.header-press').tap()
        await shown(page).getByRole('radio').first().waitFor()
      },
    },
    {
      name: 'the menu of a message',
      address: '/message',
      async show(page) {
        await shown(page).locator('.message-more').first().tap()
        await there('.menu-entry')(page)
      },
    },
    { name: 'no comments', address: commented(`file_${file.id}`), show: there('.comments .empty') },
    {
      name: 'what is commented is gone',
      address: commented('file_999999'),
      expected: [/40[34]/],
      show: there('.empty'),
    },
    {
      name: 'who can be mentioned',
      address: commented(`file_${file.id}`),
      async show(page) {
        await press(page, t('comments.mention'))
        await there('.mention')(page)
      },
    },
    {
      name: 'a voice that is not heard',
      address: commented(`file_${file.id}`),
      async show(page) {
        await press(page, t('comments.voice.record'))
        await shown(page).locator('.voice .button').first().waitFor()
      },
    },
  ]
  return [...others.map((place) => ({ ...place, user: contacts.user })), ...own.map((place) => ({ user, ...place }))]
}
