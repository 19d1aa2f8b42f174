import { describe, expect, test } from '@jest/globals'
import type { PageLine } from '@/contract/previews/pageTexts'
import type { PageBox } from '@/domain/previews/pageWords'
import { offersFind } from '@/stores/previews/offersFind'
import { PageTexts } from '@/stores/previews/PageTexts'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled } from '../support/until'
import { start as startPreview } from './startPreview'

const TEXTS = 'GET /apps/representations/page_texts'

/** A line of two units. */
const lineOf = (text: string, top = 0): PageLine => ({
  text,
  left: 1000,
  top,
  right: 2000,
  bottom: top + 100,
  steps: [0, 500],
})

/** Fifty pages, of which every tenth says 招生. */
const portionOf = (portion: number) => ({
  reason: null,
  is_cut: false,
  pages: Array.from({ length: portion < 2 ? 20 : portion === 2 ? 10 : 0 }, (_, at) => [
    lineOf((portion * 20 + at) % 10 === 0 ? '招生' : '其他'),
  ]),
})

async function start(answer: typeof portionOf = portionOf) {
  const rig = await startApp(platformSignedIn('weapp'))
  rig.server.on(TEXTS, ({ portion = 0 }) => answer(portion))
  const pages = {
    total: 50,
    current: 15,
    spots: [] as [number, PageBox][],
    showSpot(page: number, box: PageBox) {
      this.spots.push([page, box])
    },
  }
  const failed: string[] = []
  const texts = new PageTexts(rig.app, { fileId: 5, versionId: 31 }, pages, (reason) => failed.push(reason))
  const pass = async (milliseconds: number) => {
    rig.platform.clock.pass(milliseconds)
    await settled()
  }
  const seek = async (words: string) => {
    texts.find.seek(words)
    await pass(250)
  }
  const asks = () => rig.server.callsOf(TEXTS).map(({ request }) => request)
  return { ...rig, texts, find: texts.find, pages, failed, pass, seek, asks }
}

describe('[AH-38] words are found on pages', () => {
  test('every page is searched; the first place from the page being read is shown, and the others follow in a circle', async () => {
    const { find, texts, pages, seek, asks } = await start()
    await seek('招生')
    expect([find.found.length, find.at, find.isSearching]).toStrictEqual([5, 2, false])
    expect(asks().map(({ portion }) => portion)).toStrictEqual([0, 1, 2])
    expect(asks()[1]).toStrictEqual({ file_id: 5, file_version_id: 31, portion: 1 })
    const box = { left: 0.1, right: 0.2, top: 0, bottom: 0.01 }
    expect(pages.spots).toStrictEqual([[20, box]])
    expect([...texts.marks.keys()]).toStrictEqual([0, 10, 20, 30, 40])
    expect(texts.marks.get(20)).toStrictEqual([{ boxes: [box], isCurrent: true }])
    expect(texts.marks.get(0)).toStrictEqual([{ boxes: [box], isCurrent: false }])
    for (let step = 0; step < 3; step += 1) find.step(1)
    expect(pages.spots.map(([page]) => page)).toStrictEqual([20, 30, 40, 0])
    find.close()
    expect(texts.marks.size).toBe(0)
    await seek('其他')
    expect([find.found.length, asks().length]).toStrictEqual([45, 3])
  })

  test('other words, typed while a portion is awaited, are marked on every page', async () => {
    const rig = await start()
    const { find, texts, server, pass, seek } = rig
    let arrive = () => {}
    server.on(TEXTS, ({ portion = 0 }) =>
      portion < 2
        ? portionOf(portion)
        : new Promise<ReturnType<typeof portionOf>>((resolve) => {
            arrive = () => resolve(portionOf(portion))
          }),
    )
    await seek('招')
    find.setWords('招生')
    await pass(250)
    arrive()
    await settled()
    expect([find.found.length, find.isSearching]).toStrictEqual([5, false])
    expect([...texts.marks.values()].flat().every(({ boxes }) => boxes.length === 1)).toBe(true)
  })

  test('pages without a text say so, and ask no more', async () => {
    const { find, texts, seek, asks } = await start(
      () => ({ reason: 'not_support', is_cut: false, pages: [] }) as never,
    )
    await seek('招生')
    expect([texts.hasNoText, find.found.length, asks().length]).toStrictEqual([true, 0, 1])
  })

  test('a text that is being made is asked for again, and one that is cut counts as incomplete', async () => {
    let asked = 0
    const { find, seek, pass } = await start((portion) => {
      asked += 1
      if (asked === 1) return { reason: null, is_cut: false, pages: [] }
      return portion === 0 ? portionOf(0) : { reason: null, is_cut: true, pages: [] }
    })
    await seek('招生')
    expect([find.isSearching, asked]).toStrictEqual([true, 1])
    await pass(1000)
    expect([find.found.length, find.isIncomplete]).toStrictEqual([2, true])
  })

  test('[AH-20] a lost right ends the preview', async () => {
    const { failed, server, seek } = await start()
    server.on(TEXTS, refusal('permission_denied'))
    await seek('招生')
    expect(failed[0]).toBe('permission_denied')
  })

  test('only those who receive the text are offered to find words', async () => {
    const offered = async (receives_text: boolean | undefined, perm_download = true) => {
      const { preview, item, platform } = await startPreview({ extension: 'pdf', extension_category: 'pdf' }, [
        { receives_text },
      ])
      item.action_permissions.perm_download = perm_download
      await preview.open()
      platform.clock.pass(100)
      return offersFind(preview)
    }
    expect(await offered(true)).toBe(true)
    expect(await offered(false)).toBe(false)
    expect(await offered(undefined)).toBe(false)
    expect(await offered(true, false)).toBe(false)
  })
})
