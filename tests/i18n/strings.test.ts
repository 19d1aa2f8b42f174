import { describe, expect, test } from '@jest/globals'
import ts from 'typescript'
import { place, sources, walk } from './source'

const han = /[\u3400-\u9fff]/
/** Two words of English, or one that a person would read as such. */
const sentence = /[A-Za-z]{2,}[,.!?]?\s+[A-Za-z]{2,}/
const spoken = /^(aria-label|label|title|text|placeholder|hint|error|confirm|cancel|action|alt|meta)$/

/** The product's own name, in the settings of pages that WeChat shows before any code runs. */
const isPageSettings = (file: ts.SourceFile) => file.fileName.endsWith('.config.ts')
/** Numerals and the words behind them, which names are compared with and no user reads. */
const isNumerals = (file: ts.SourceFile) => file.fileName.endsWith('domain/items/nameOrder.ts')

/** The headings of imported files in all languages at once, with which the headings of a file are compared. */
const isHeadings = (file: ts.SourceFile) => file.fileName.endsWith('domain/administration/import/words.ts')

function found(judge: (node: ts.Node) => boolean): string[] {
  const places: string[] = []
  for (const file of sources.filter((each) => !isPageSettings(each) && !isNumerals(each) && !isHeadings(each))) {
    walk(file, (node) => {
      if (judge(node)) places.push(`${place(node)} ${node.getText().trim().slice(0, 60)}`)
    })
  }
  return places
}

const isInScreen = (node: ts.Node) => node.getSourceFile().fileName.endsWith('.tsx')

function isSpokenAttribute(node: ts.Node): boolean {
  if (!ts.isJsxAttribute(node) || !spoken.test(node.name.getText())) return false
  const value =
    node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer
  return value !== undefined && ts.isStringLiteralLike(value) && /\p{L}{2,}/u.test(value.text)
}

function isSentence(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) || !sentence.test(node.text)) return false
  const holder = node.parent
  const isClassName = ts.isJsxAttribute(holder) && /class|style/i.test(holder.name.getText())
  const isThrown = ts.isNewExpression(holder) && holder.expression.getText().endsWith('Error')
  return !isClassName && !isThrown && !/^[a-z0-9_ -]+$/.test(node.text)
}

describe('[I18N-01] no text lies outside the catalogues', () => {
  test('no source contains Chinese', () => {
    const isText = (node: ts.Node) =>
      ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)
    expect(found((node) => isText(node) && han.test(node.getText()))).toStrictEqual([])
  })

  test('tags contain no words', () => {
    expect(found((node) => ts.isJsxText(node) && /\p{L}/u.test(node.text))).toStrictEqual([])
  })

  test('labels and placeholders contain no words', () => {
    expect(found((node) => isInScreen(node) && isSpokenAttribute(node))).toStrictEqual([])
  })

  test('screens contain no sentences', () => {
    expect(found((node) => isInScreen(node) && isSentence(node))).toStrictEqual([])
  })
})
