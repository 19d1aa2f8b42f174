import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { photo } from '../../support/samples/samples'
import { makeLink } from '../../support/shares/shares'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { fillWithFolders } from '../rig/many'
import { addressBecomes, drag, openMenu, preview, rowsBecome, settled, shown, t } from '../rig/screen'
import { deepTest } from '../../support/deep'
import { icon, badge, rows, message, toast, ago, namesOf, namesBecome } from './messageRows'

const drive = openDrive()
const title = (page: Page, name: string) => shown(page).getByRole('heading', { name }).waitFor()

describe('[LIST-01] [AH-47] the messages in the bar at the foot', () => {
  const counts: [number, string, string][] = [
    [0, '', t('header.messages')],
    [3, '3', t('header.unread', { n: 3 })],
    [99, '99', t('header.unread', { n: 99 })],
    [100, '99+', t('header.unread', { n: 100 })],
  ]
  for (const [count, shows, name] of counts) {
    deepTest(
      `${count} unread: the badge reads “${shows}”, the entry is named with the number and leads to the messages; back returns`,
      async () => {
        const user = await drive.make.user()
        if (count > 0) await drive.make.message(user, { unread_count: count })
        await drive.visit(user, '/files/frequent', async (page) => {
          await shown(page).getByText(t('empty.frequent.title')).waitFor()
          assert.deepEqual(await badge(page).allInnerTexts(), shows ? [shows] : [])
          await shown(page).getByRole('button', { name, exact: true }).tap()
          await addressBecomes(page, '/message')
          await title(page, t('messages.kind.all'))
          await shown(page)
            .getByRole('button', { name: t('action.back') })
            .tap()
          await addressBecomes(page, '/files/frequent')
          await icon(page).waitFor()
          await page.goto(`${drive.server.url}/files/own`)
          await shown(page).getByText(t('empty.list.title')).waitFor()
          assert.deepEqual(await badge(page).allInnerTexts(), shows ? [shows] : [])
        })
      },
    )
  }
})

describe('the message centre', () => {
  deepTest(
    '[MSG-01] the title is the filter, each choice loads its first page, and each empty one has its words',
    async () => {
      const user = await drive.make.user()
      await drive.make.message(user, { notice: { name: '甲' } })
      await drive.visit(user, '/message', async (page) => {
        await namesBecome(page, ['甲'])
        const steps = [
          ['comment', []],
          ['share_link', []],
          ['collab', ['甲']],
          ['all', ['甲']],
        ] as const
        for (const [filter, expected] of steps) {
          const asked = page.waitForRequest((request) => request.url().includes('/messages/get_list'))
          await shown(page).locator('.header-press').tap()
          await page.getByRole('radio', { name: t(`messages.kind.${filter}`), exact: true }).tap()
          assert.equal(new URL((await asked).url()).searchParams.get('page_number'), '1')
          await title(page, t(`messages.kind.${filter}`))
          await page.getByRole('radio').first().waitFor({ state: 'detached' })
          if (expected.length > 0) await namesBecome(page, expected)
          else
            await shown(page)
              .getByText(t(`messages.empty.${filter}.title`))
              .waitFor()
        }
        await addressBecomes(page, '/message')
      })
      await drive.visit(await drive.make.user(), '/message', async (page) =>
        shown(page).getByText(t('messages.empty.all.title')).waitFor(),
      )
    },
  )

  test('[MSG-02] the next page loads within 200 px of the end, until the last', async () => {
    const user = await drive.make.user()
    for (let at = 0; at < 60; at += 1)
      await drive.make.message(user, { modified_at: ago(at), notice: { name: `第${at}条` } })
    await drive.visit(user, '/message', async (page) => {
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname.endsWith('/messages/get_list')) asked.push(searchParams.get('page_number')!)
      })
      const list = shown(page).locator('.messages')
      const leave = (left: number) =>
        list.evaluate((box, px) => box.scrollTo({ top: box.scrollHeight - box.clientHeight - px }), left)
      await until('25', async () => (await rows(page).count()) === 25)
      await leave(400)
      await settled(page)
      assert.equal(await rows(page).count(), 25)
      await leave(190)
      await until('50', async () => (await rows(page).count()) === 50)
      await leave(0)
      await until('60', async () => (await rows(page).count()) === 60)
      assert.deepEqual((await namesOf(page)).at(-1), '第59条')
      assert.deepEqual(
        asked.filter((number) => number !== '1'),
        ['2', '3'],
      )
    })
  })

  deepTest('a page that does not fill the screen loads the next one', async () => {
    const user = await drive.make.user()
    for (let at = 0; at < 60; at += 1) await drive.make.message(user, { modified_at: ago(at) })
    await drive.visit(
      user,
      '/message',
      async (page) => {
        await until('50', async () => (await rows(page).count()) >= 50)
      },
      { viewport: { width: 600, height: 2400 } },
    )
  })

  deepTest('[AH-11] pulling loads new messages', async () => {
    const user = await drive.make.user()
    await drive.make.message(user, { modified_at: ago(5), notice: { name: '旧' } })
    await drive.visit(user, '/message', async (page) => {
      await namesBecome(page, ['旧'])
      await drive.make.message(user, { notice: { name: '新' } })
      await settled(page)
      await drag(page, { x: 200, y: 200 }, { y: 300 })
      await namesBecome(page, ['新', '旧'])
    })
  })

  test('[LIST-05] a failure of the first or a later page says why and offers a retry', async () => {
    const user = await drive.make.user()
    for (let at = 0; at < 30; at += 1)
      await drive.make.message(user, { modified_at: ago(at), notice: { name: `第${at}条` } })
    await drive.visit(
      user,
      nowhere,
      async (page) => {
        const cut = (pattern: RegExp) => page.route(pattern, (route) => route.abort())
        await cut(/messages\/get_list/)
        await page.goto(`${drive.server.url}/message`)
        await shown(page).getByText(t('failure.network')).waitFor()
        await page.unroute(/messages\/get_list/)
        await cut(/get_list.*page_number=2/)
        await shown(page)
          .getByRole('button', { name: t('action.retry') })
          .tap()
        await until('25', async () => (await rows(page).count()) === 25)
        await shown(page)
          .locator('.messages')
          .evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
        await shown(page).getByText(t('list.loadFailed')).waitFor()
        await page.unroute(/get_list.*page_number=2/)
        await shown(page).getByText(t('list.loadFailed')).tap()
        await until('30', async () => (await rows(page).count()) === 30)
      },
      { expected: [/get_list/] },
    )
  })
})

test('[AH-50] somebody who is not in a folder asks for access, the owner grants it in the messages, and the folder opens', async () => {
  const enterprise = await drive.make.enterprise()
  const [owner, asker] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
  const folder = await drive.make.folder({ owner }, { name: '教案' })
  const address = `/files/folder/${folder.id}`
  await drive.visit(asker, address, async (page) => {
    await shown(page)
      .getByRole('button', { name: t('ask.action') })
      .tap()
    await shown(page).getByText(t('ask.sent')).waitFor()
    assert.equal(await shown(page).getByText('教案').count(), 0)
    await shown(page)
      .getByRole('heading', { name: t('tabs.files') })
      .waitFor()
  })
  await drive.visit(owner, '/message', async (page) => {
    await message(page, '教案').tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('messages.request.viewer') })
      .tap()
    await shown(page)
      .getByText(t('messages.request.granted', { sender: asker.name }))
      .waitFor()
  })
  await drive.visit(asker, '/message', async (page) => {
    const granted = t('messages.invites.granted', { sender: owner.name })
    await message(page, '教案').filter({ hasText: granted }).tap()
    await shown(page).locator('.child').filter({ hasText: granted }).waitFor()
    assert.equal(await shown(page).getByText(t('messages.child.acceptedNote')).count(), 0)
    await shown(page)
      .getByRole('button', { name: t('messages.child.view') })
      .tap()
    await shown(page).getByRole('heading', { name: '教案' }).waitFor()
  })
})

describe('the address of the message centre', () => {
  deepTest('[RT-03] /message/:type?/:id? opens that kind, also after signing in', async () => {
    const user = await drive.make.user()
    await drive.make.message(user, { notice: { name: '甲' } })
    await drive.visit(user, '/message/collab/7', async (page) => {
      // This user has no such message.
      await shown(page).getByText(t('messages.child.gone.title')).waitFor()
    })
    await drive.visit(user, '/message/collab', async (page) => {
      await title(page, t('messages.kind.collab'))
      await namesBecome(page, ['甲'])
      await shown(page)
        .getByRole('button', { name: t('action.back') })
        .tap()
      await addressBecomes(page, '/files/frequent')
    })
    for (const [address, kind] of [
      ['/message/comment', 'comment'],
      ['/h5/message/share_link/3', 'share_link'],
      ['/message/invoice', 'all'],
    ] as const) {
      await drive.visit(user, address, (page) => title(page, t(`messages.kind.${kind}`)))
    }
    await drive.visit(null, '/message', async (page) => addressBecomes(page, '/login?redirect=%2Fmessage'))
  })

  deepTest(
    '[MSG-09] a share message opens the item shared last, with its name in the address, and a reload shows it again',
    async () => {
      const enterprise = await drive.make.enterprise()
      const [maker, user] = [await drive.make.user({ enterprise }), await drive.make.user({ enterprise })]
      const file = await drive.make.file({ owner: maker }, { name: '通知.txt', content: '明天放假' })
      const link = await makeLink(await client(drive.server).as(maker.login), file, {
        access: 'collaborators',
        invited_user_ids: [user.id],
        password_protected: true,
        password: 'k7m3',
      })
      await drive.visit(user, '/message', async (page) => {
        await message(page, '通知.txt').tap()
        const { id } = (await (await client(drive.server).as(user.login)).call('GET /apps/messages/get_list', {}))
          .messages[0]!
        const address = `/message/share_link/${id}?unique_name=${link.unique_name}`
        await addressBecomes(page, address)
        for (const again of [false, true]) {
          if (again) await page.reload()
          await shown(page).getByText('通知.txt').first().waitFor()
          await addressBecomes(page, address)
        }
      })
    },
  )

  deepTest(
    '[RT-08] a new page keeps only comment, preview, file_id, unique_name, scenario and typed_id of its query',
    async () => {
      const user = await drive.make.user()
      const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
      await drive.make.message(user, { notice: { name: '甲' } })
      await drive.visit(
        user,
        `/message/comment/7?from=card&comment=1&typed_id=file_3&sort=1&unique_name=ab&scenario=share`,
        async (page) => {
          await addressBecomes(page, '/message/comment/7?unique_name=ab&scenario=share&comment=1&typed_id=file_3')
          await title(page, t('messages.choose', { kind: t('messages.kind.comment') }))
          await page.goto(`${drive.server.url}/message?preview=1&file_id=${file.id}&actionsheet=file_1&x=1`)
          await addressBecomes(page, `/message?preview=1&file_id=${file.id}`)
          await preview(page, '合影.jpg').locator('img').waitFor()
          await page.goBack()
          await addressBecomes(page, '/message')
          await namesBecome(page, ['甲'])
        },
      )
    },
  )

  deepTest('[RT-08] the list of invitations keeps the same parameters, and a reload shows it again', async () => {
    const [inviter, user] = [await drive.make.user(), await drive.make.user()]
    const message = await drive.make.message(user, { type: 'collab', sender_id: inviter.id })
    await drive.server.deps.db
      .updateTable('messages')
      .set({ collab_sender_id: inviter.id })
      .where('id', '=', message.id)
      .execute()
    await drive.visit(user, `/message/collab/${message.id}?from=card&sort=1&typed_id=folder_3`, async (page) => {
      await addressBecomes(page, `/message/collab/${message.id}?typed_id=folder_3`)
      await title(page, t('messages.child.title'))
      await page.reload()
      await title(page, t('messages.child.title'))
    })
  })

  deepTest('[RT-08] copying from a preview opens the picker over it, and back leads to the preview', async () => {
    const user = await drive.make.user()
    const file = await drive.make.file({ owner: user }, { name: '合影.jpg', content: await photo() })
    const folder = await drive.make.folder({ owner: user }, { name: '归档' })
    await drive.visit(user, `/message?preview=1&file_id=${file.id}`, async (page) => {
      const begin = async () => {
        await preview(page, '合影.jpg')
          .getByRole('button', { name: t('action.more') })
          .tap()
        await page
          .getByRole('dialog', { name: '合影.jpg' })
          .getByRole('button', { name: t('menu.copy'), exact: true })
          .tap()
        return shown(page).locator('.pick-level:not(.pick-hidden)')
      }
      await (await begin()).locator('.row').filter({ hasText: '归档' }).waitFor()
      await page.goBack()
      await shown(page).locator('.pick').waitFor({ state: 'detached' })
      await preview(page, '合影.jpg').waitFor()
      const level = await begin()
      await level.locator('.row').filter({ hasText: '归档' }).locator('.row-open').tap()
      await level.getByRole('button', { name: t('pick.into.copy', { name: '归档' }) }).tap()
      await until('the copy', () =>
        drive.server.deps.db
          .selectFrom('items')
          .select('id')
          .where('parent_id', '=', folder.id)
          .where('name', '=', '合影.jpg')
          .executeTakeFirst(),
      )
      await preview(page, '合影.jpg').waitFor()
    })
  })
})

deepTest('[LIST-07] a background copy says so, and later a system message says where it went', async () => {
  const user = await drive.make.user()
  const folder = await drive.make.folder({ owner: user }, { name: '千项' })
  await fillWithFolders(drive, user, 1001, folder.id)
  await drive.make.folder({ owner: user }, { name: '归档' })
  await drive.visit(user, '/files/own', async (page) => {
    await rowsBecome(page, ['归档', '千项'])
    await (await openMenu(page, '千项')).getByRole('button', { name: t('menu.copy'), exact: true }).tap()
    const level = shown(page).locator('.pick-level:not(.pick-hidden)')
    await level.locator('.row').filter({ hasText: '归档' }).locator('.row-open').tap()
    await level.getByRole('button', { name: t('pick.into.copy', { name: '归档' }) }).tap()
    await toast(page, t('copy.later'))
    await until('its end', () =>
      drive.server.deps.db.selectFrom('messages').select('id').where('user_id', '=', user.id).executeTakeFirst(),
    )
    await shown(page)
      .getByRole('button', { name: t('header.chooseSpace', { name: t('space.own') }) })
      .tap()
    await shown(page)
      .getByRole('dialog')
      .getByRole('button', { name: t('space.frequent'), exact: true })
      .tap()
    await until('the badge', async () => (await badge(page).innerText()) === '1')
    await icon(page).tap()
    await namesBecome(page, ['千项'])
    await rows(page).getByText('已复制到“归档”', { exact: true }).waitFor()
  })
})

deepTest('pulling the frequent space shows a message that has just arrived on the badge', async () => {
  const user = await drive.make.user()
  const file = await drive.make.file({ owner: user })
  await (
    await client(drive.server).as(user.login)
  ).call('POST /apps/frequently_used_items/add', { typed_id: `file_${file.id}` })
  await drive.visit(user, '/files/frequent', async (page) => {
    await shown(page).locator('.row').waitFor()
    await drive.make.message(user)
    await settled(page)
    // The code for pulling loads after the list.
    await until('the badge', async () => {
      await drag(page, { x: 200, y: 200 }, { y: 300 })
      return (await badge(page).allInnerTexts())[0] === '1'
    })
  })
})
