import { describe, expect, test } from '@jest/globals'
import { frameOutcome, modeOf, type FrameWord } from '@/domain/previews/officeFrame'

describe('[PREV-05] [CTX-05] in which mode a file is asked for', () => {
  const docx = { category: 'document', viewer: 'pdf', isSwitched: false } as const
  const table: [sentence: string, file: Parameters<typeof modeOf>[0], wps_preview: boolean, mode: string][] = [
    ['an office document where the enterprise has the WPS flag', docx, true, 'office'],
    ['without the flag its pages', docx, false, 'pages'],
    ['switched: the other one', { ...docx, isSwitched: true }, true, 'pages'],
    ['and from the pages to the frame', { ...docx, isSwitched: true }, false, 'office'],
    ['a PDF needs no office', { ...docx, category: 'pdf' }, true, 'pages'],
    ['nor does a text', { ...docx, category: 'text' }, true, 'pages'],
    ['the phone’s own viewer is no frame', { ...docx, viewer: 'system' }, true, 'pages'],
    ['a picture stays one', { ...docx, category: 'image', viewer: 'gallery' }, true, 'pages'],
  ]
  test.each(table)('%s', (_sentence, file, wps_preview, mode) => expect(modeOf(file, { wps_preview })).toBe(mode))
})

describe('[PREV-10] the office frame posts success or fail only from its own origin (1§4)', () => {
  const office = 'https://office.example'
  const said = (data: unknown, more: Partial<FrameWord> = {}): FrameWord => ({
    origin: office,
    isFromFrame: true,
    data,
    ...more,
  })
  const table: [sentence: string, word: FrameWord, outcome: string | null][] = [
    ['success', said({ success: true }), 'shown'],
    ['fail', said({ fail: true }), 'unknown'],
    ['fail with a reason of its own', said({ fail: 'licence' }), 'unknown'],
    ['fail for want of a network', said({ fail: 'network_error' }), 'network_error'],
    ['success from another origin', said({ success: true }, { origin: 'https://evil.example' }), null],
    ['fail from another origin', said({ fail: true }, { origin: 'https://evil.example' }), null],
    ['the same host by http', said({ success: true }, { origin: 'http://office.example' }), null],
    ['the same host on another port', said({ success: true }, { origin: 'https://office.example:8443' }), null],
    [
      'an origin that only begins like it',
      said({ success: true }, { origin: 'https://office.example.evil.example' }),
      null,
    ],
    ['a page without an origin', said({ success: true }, { origin: 'null' }), null],
    ['another window of that origin', said({ success: true }, { isFromFrame: false }), null],
    ['a fail of another window of that origin', said({ fail: true }, { isFromFrame: false }), null],
    ['something else', said({ type: 'ready' }), null],
    ['success as a word', said('success'), null],
    ['success: 1', said({ success: 1 }), null],
    ['no fail', said({ fail: false }), null],
    ['null', said(null), null],
    ['nothing', said(undefined), null],
  ]
  for (const [sentence, word, outcome] of table) {
    test(`${sentence}: ${outcome ?? 'not believed'}`, () => expect(frameOutcome(word, office)).toBe(outcome))
  }
})
