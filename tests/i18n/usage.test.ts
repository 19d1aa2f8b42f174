import { describe, expect, test } from '@jest/globals'
import ts from 'typescript'
import { flat, packages } from './catalogues'
import { place, sources, walk } from './source'

const keys = new Set(Object.values(packages).flatMap((catalogues) => [...flat(catalogues['zh-CN']).keys()]))

const namedByTheSpecification = [
  'base.noPermission',
  'preview.noPermission',
  'file.share.enterpriseDownloadForbidden',
  'file.share.disabled.publicDisabled',
  'file.share.shareFieldErrorTips',
]

/** Where the panel of a package provides its words, as a pattern; absent: in the folder of that name. */
const rooms: Record<string, string> = {
  account: 'session|audit|enterprise/branding',
  admin: 'administration',
  arrival: 'administration/arrival',
  collect: 'fileRequests',
  consent: 'applications',
  document: 'documents',
  links: 'shares/links|shares/received',
  message: 'messages|push',
  open: 'applications',
  people: 'contacts|members',
  pick: 'moving',
  preview: 'previews',
  promotion: 'enterprise/promotion',
  share: 'shares|fileRequests',
  visit: 'landing',
}

/** Keys as written, and keys with a hole (`sort.by.${by}`) as patterns. */
function written(): { exact: Set<string>; patterns: { pattern: RegExp; at: string }[] } {
  const exact = new Set<string>()
  const patterns: { pattern: RegExp; at: string }[] = []
  for (const file of sources) {
    walk(file, (node) => {
      if (ts.isStringLiteralLike(node)) exact.add(node.text)
      if (!ts.isTemplateExpression(node) || !/^[a-z]\w*\.[\w.]*$/.test(node.head.text)) return
      const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
      if (parts.every((part) => /^[\w.]*$/.test(part))) {
        patterns.push({
          pattern: new RegExp(`^${parts.join('§').replace(/\./g, '\\.').replace(/§/g, '\\w+')}$`),
          at: place(node),
        })
      }
    })
  }
  return { exact, patterns }
}

describe('keys', () => {
  const { exact, patterns } = written()

  test('every key is used', () => {
    const unused = [...keys].filter((key) => !exact.has(key) && !patterns.some(({ pattern }) => pattern.test(key)))
    expect(unused).toStrictEqual([])
  })

  test('[I18N-03] the keys of the specification exist under their names, and are used', () => {
    const there = namedByTheSpecification.filter((key) => keys.has(key) && exact.has(key))
    expect(there).toStrictEqual(namedByTheSpecification)
  })

  test('every used key exists', () => {
    const unknown: string[] = []
    for (const file of sources) {
      walk(file, (node) => {
        if (!ts.isCallExpression(node) || node.expression.getText() !== 't') return
        const [key] = node.arguments
        if (key && ts.isStringLiteral(key) && !keys.has(key.text)) unknown.push(`${place(key)} ${key.text}`)
      })
    }
    expect(unknown).toStrictEqual([])
    const spaces = new Set([...keys].map((key) => key.split('.')[0]))
    const idle = patterns.filter(({ pattern, at }) => {
      const [space = ''] = pattern.source.slice(1).split('\\.')
      return at.endsWith('.tsx') && spaces.has(space) && ![...keys].some((key) => pattern.test(key))
    })
    expect(idle).toStrictEqual([])
  })

  test('the words of a package are used only in that package, whose panel provides them', () => {
    const shared = ['components/previews/PreviewGenerating.tsx', 'components/previews/PreviewUnsupported.tsx']
    const elsewhere: string[] = []
    for (const file of sources) {
      walk(file, (node) => {
        if (!ts.isCallExpression(node) || node.expression.getText() !== 'useWords') return
        const [claimed] = node.typeArguments ?? []
        if (!claimed || shared.some((end) => file.fileName.endsWith(end))) return
        const name = claimed.getText().replace(/'/g, '')
        const own = new RegExp(`packages/(\\w+/)?${name}/|screens/(${rooms[name] ?? name})/`)
        if (!own.test(file.fileName)) elsewhere.push(`${place(node)} ${name}`)
      })
    }
    expect(elsewhere).toEqual([])
  })
})
