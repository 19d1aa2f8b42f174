import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createCanceler } from '@/platform/canceler'
import { createOutgoing } from '@/platform/h5/files/outgoing'
import { DocumentRefused, type DocumentRequest } from '@/platform/Platform'

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'
const chrome = 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile Safari/537.36'

interface Given {
  userAgent?: string
  /** The error with which the sheet ends. */
  end?: Error
  takes?: (file: File) => boolean
  /** Whether the user's tap still counts; undefined: the browser does not tell. */
  isTapped?: boolean
}

function browser({ userAgent = safari, end, takes = () => true, isTapped = true }: Given = {}) {
  const shared: File[] = []
  return {
    userAgent,
    shared,
    userActivation: { isActive: isTapped, hasBeenActive: true },
    async share({ files = [] }: ShareData = {}) {
      shared.push(...files)
      if (end) throw end
    },
    canShare: ({ files = [] }: ShareData = {}) => takes(files[0]!),
  }
}

describe('[AH-16] offering a file to other apps', () => {
  const ways = (given: Given, name = '简章.pdf', extension = 'pdf') =>
    createOutgoing(browser(given)).targetsOf({ name, extension })

  test('the action is offered where the browser accepts a file of that name and type', () => {
    const asked: string[][] = []
    const takes = ({ name, type }: File) => asked.push([name, type]) > 0
    expect(ways({ takes })).toStrictEqual(['app'])
    expect(asked).toStrictEqual([['简章.pdf', 'application/pdf']])
    expect(ways({ takes: ({ type }) => type === 'image/png' })).toStrictEqual([])
  })

  test('the action is missing where a browser has no sheet, or one only for links', () => {
    const { share } = browser()
    for (const has of [{}, { share }])
      expect(
        createOutgoing({ userAgent: safari, ...has }).targetsOf({ name: 'a.pdf', extension: 'pdf' }),
      ).toStrictEqual([])
  })

  test('the action is missing where Chromium would refuse the file later, whatever it says before', () => {
    expect(ways({ userAgent: chrome }, '教案.docx', 'docx')).toStrictEqual([])
    expect(ways({ userAgent: chrome }, '照片.jpg', 'jpg')).toStrictEqual(['app'])
    expect(ways({ userAgent: safari }, '教案.docx', 'docx')).toStrictEqual(['app'])
  })
})

/** A stand-in for the browser's XMLHttpRequest that the test controls. */
class Transfer {
  static last: Transfer
  status = 200
  response = new Blob(['%PDF'])
  responseType = ''
  address = ''
  isAborted = false
  onprogress = (_event: { loaded: number; total: number }) => {}
  onload = () => {}
  onloadend = () => {}
  onerror = () => {}
  constructor() {
    Transfer.last = this
  }
  open(_method: string, address: string) {
    this.address = address
  }
  send() {}
  abort() {
    this.isAborted = true
  }
  ends(status: number) {
    this.status = status
    this.onload()
    this.onloadend()
  }
}

describe('[AH-16] the bytes of a file for another app', () => {
  beforeEach(() => {
    jest.useFakeTimers()
    Object.assign(globalThis, { XMLHttpRequest: Transfer })
  })
  afterEach(() => void jest.useRealTimers())

  function start(more: Partial<DocumentRequest> = {}) {
    const canceler = createCanceler()
    const told: number[] = []
    const bytes = createOutgoing(browser()).fetch({
      address: '/api/signed',
      extension: 'pdf',
      name: '简章.pdf',
      size: 200,
      onProgress: (percent) => void told.push(percent),
      canceler,
      ...more,
    })
    return { bytes: bytes as Promise<File>, told, canceler, transfer: Transfer.last }
  }

  async function refused(bytes: Promise<unknown>, reason: DocumentRefused['reason']) {
    const failure: unknown = await bytes.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DocumentRefused)
    expect((failure as DocumentRefused).reason).toBe(reason)
  }

  test('the bytes arrive with progress, name and type', async () => {
    const { bytes, told, transfer } = start()
    expect([transfer.address, transfer.responseType]).toStrictEqual(['/api/signed', 'blob'])
    transfer.onprogress({ loaded: 50, total: 200 })
    // Where a server does not report the total, the item's own size counts.
    transfer.onprogress({ loaded: 100, total: 0 })
    transfer.ends(200)
    const file = await bytes
    expect([file.name, file.type, await file.text(), told]).toStrictEqual([
      '简章.pdf',
      'application/pdf',
      '%PDF',
      [25, 50],
    ])
  })

  test.each<[number, DocumentRefused['reason']]>([
    [403, 'gone'],
    [404, 'gone'],
    [500, 'network'],
  ])('an answer of %i is refused: %s', async (status, reason) => {
    const { bytes, transfer } = start()
    transfer.ends(status)
    await refused(bytes, reason)
  })

  test('a failed and a silent network are errors', async () => {
    const failed = start()
    failed.transfer.onerror()
    await refused(failed.bytes, 'network')
    const silent = start()
    jest.advanceTimersByTime(40_000)
    silent.transfer.onprogress({ loaded: 1, total: 200 })
    jest.advanceTimersByTime(44_999)
    expect(silent.transfer.isAborted).toBe(false)
    jest.advanceTimersByTime(1)
    await refused(silent.bytes, 'network')
    expect(silent.transfer.isAborted).toBe(true)
  })

  test('a file larger than a phone can hold is left, also when it has grown since', async () => {
    const { bytes, told, transfer } = start()
    transfer.onprogress({ loaded: 1, total: 51 * 1024 * 1024 })
    await refused(bytes, 'size')
    expect([transfer.isAborted, told]).toStrictEqual([true, []])
  })

  test('nothing more arrives after the user cancelled', async () => {
    const { bytes, canceler, transfer } = start()
    canceler.cancel()
    await refused(bytes, 'canceled')
    expect(transfer.isAborted).toBe(true)
    jest.advanceTimersByTime(60_000)
  })
})

describe('[AH-16] passing a file to the system’s sheet', () => {
  const source = new File(['%PDF'], '简章.pdf')
  const handOver = (has: ReturnType<typeof browser>) =>
    createOutgoing(has).handOver('app', { source, name: '简章.pdf', extension: 'pdf' })

  test('the sheet receives name and bytes', async () => {
    const has = browser()
    expect([await handOver(has), has.shared]).toStrictEqual(['done', [source]])
  })

  test('the sheet opens within a valid tap, and otherwise asks for another tap', async () => {
    const has = browser({ isTapped: false })
    expect([await handOver(has), has.shared]).toStrictEqual(['tap', []])
  })

  test('cancelling by the user is no failure', async () => {
    expect(await handOver(browser({ end: new DOMException('', 'AbortError') }))).toBe('canceled')
  })

  test('a refusal during a valid tap is a failure; where the browser does not tell, a tap may help', async () => {
    const has = browser({ end: new DOMException('Permission denied', 'NotAllowedError') })
    await expect(handOver(has)).rejects.toBeInstanceOf(DocumentRefused)
    const { userActivation: _, ...tellsNothing } = has
    expect(await createOutgoing(tellsNothing).handOver('app', { source, name: '', extension: 'pdf' })).toBe('tap')
  })

  test.each([new DOMException('', 'InvalidStateError'), new TypeError('broken')])('%s is a failure', async (end) => {
    await expect(handOver(browser({ end }))).rejects.toBeInstanceOf(DocumentRefused)
  })
})
