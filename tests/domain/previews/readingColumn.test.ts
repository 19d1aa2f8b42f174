import { describe, expect, test } from '@jest/globals'
import type { ReadingBlock } from '@/contract/previews/reading'
import { weightOf } from '@/domain/previews/readingBlocks'
import {
  estimatedHeight,
  farPieces,
  isWithinMissing,
  missingPieces,
  mountedRows,
  percentAt,
  placeOfGoal,
  rowOfMissing,
  rowOfPlace,
  rowsOfPiece,
} from '@/domain/previews/readingColumn'

const text = (words: string): ReadingBlock => ({ kind: 'text', runs: [{ text: words }] })
const line = (words: string, number = 1): ReadingBlock => ({ kind: 'code', line: number, runs: [{ text: words }] })
const lines = (count: number) => Array.from({ length: count }, (_, at) => line('a', at + 1))

describe('[AH-36] a text in rows', () => {
  test('many short runs, links and empty lines weigh more than their characters', () => {
    expect(weightOf(text('a'.repeat(100)))).toBe(100)
    expect(weightOf(line(''))).toBe(24)
    expect(weightOf({ kind: 'rule' })).toBe(24)
    expect(weightOf({ kind: 'text', runs: Array.from({ length: 10 }, () => ({ text: 'a' })) })).toBe(80)
    expect(weightOf({ kind: 'text', runs: [{ text: 'a', link: `https://${'b'.repeat(92)}` }] })).toBe(101)
    const empty = { kind: 'table' as const, header: [], rows: Array.from({ length: 50 }, () => [[], [], []]) }
    expect(weightOf(empty)).toBe(1200)
    const cells = [[{ text: 'a'.repeat(20) }], [{ text: 'b'.repeat(30) }]]
    expect(weightOf({ kind: 'table', header: cells, rows: [cells] })).toBe(100)
  })

  test('a row ends after 8 blocks or 400 characters, and no block is lost', () => {
    const blocks = [...lines(20), text('a'.repeat(500)), text('b')]
    const rows = rowsOfPiece(2, blocks)
    expect(rows.map((row) => row.blocks?.length)).toStrictEqual([8, 8, 5, 1])
    expect(rows.flatMap((row) => row.blocks ?? [])).toStrictEqual(blocks)
    expect(rows.map((row) => row.place)).toStrictEqual([0, 8, 16, 21].map((block) => ({ piece: 2, block })))
    expect(rowsOfPiece(0, [])).toStrictEqual([])
  })

  test('all rows have different ids, also those of missing pieces', () => {
    const ids = [0, 1, 2].flatMap((piece) => [
      ...rowsOfPiece(piece, lines(4000)).map((row) => row.id),
      rowOfMissing(piece, 100).id,
    ])
    expect(new Set(ids).size).toBe(ids.length)
    expect(Math.max(...ids)).toBeLessThan(0)
  })

  test('a place is found in its row, or in the row of its missing piece', () => {
    const rows = [...rowsOfPiece(0, lines(20)), rowOfMissing(1, 32_000), ...rowsOfPiece(2, lines(20))]
    expect([0, 7, 8, 19, 999].map((block) => rowOfPlace(rows, { piece: 0, block }))).toStrictEqual([0, 0, 1, 2, 2])
    expect(rowOfPlace(rows, { piece: 1, block: 70 })).toBe(3)
    expect(rowOfPlace(rows, { piece: 2, block: 9 })).toBe(5)
    expect(rowOfPlace(rows, { piece: 9, block: 0 })).toBe(6)
  })

  test('the middle of a piece that was not loaded is found by its share', () => {
    expect([0, 0.02, 0.5].map((share) => isWithinMissing(rowOfMissing(1, 9), share))).toStrictEqual([
      false,
      false,
      true,
    ])
    expect(isWithinMissing(rowsOfPiece(1, lines(8))[0]!, 0.5)).toBe(false)
    const blocks = [text('a'.repeat(300)), text('b'.repeat(100)), text('c'.repeat(100))]
    const blockAt = (share: number) => placeOfGoal({ piece: 1, block: 0, share }, blocks).block
    expect([0.5, 0.6, 0.79, 0.9, 1].map(blockAt)).toStrictEqual([0, 1, 1, 2, 2])
    expect(placeOfGoal({ piece: 1, block: 2 }, blocks)).toStrictEqual({ piece: 1, block: 2 })
    expect(placeOfGoal({ piece: 1, block: 0, share: 0.5 }, [])).toStrictEqual({ piece: 1, block: 0 })
  })

  test('thirty rows are rendered around the visible one', () => {
    expect(mountedRows(0, 10)).toStrictEqual({ start: 0, end: 10 })
    expect(mountedRows(0, 100)).toStrictEqual({ start: 0, end: 30 })
    expect(mountedRows(50, 100)).toStrictEqual({ start: 44, end: 74 })
    expect(mountedRows(99, 100)).toStrictEqual({ start: 70, end: 100 })
  })

  test('only the nearest missing pieces are loaded, and none that are far', () => {
    const rows = [rowOfMissing(0, 9), ...rowsOfPiece(1, lines(24)), rowOfMissing(2, 9), rowOfMissing(3, 9)]
    expect([0, 1, 4, 5].map((at) => missingPieces(rows, at))).toStrictEqual([[0], [0, 2], [0, 2], [2, 3]])
    const many = Array.from({ length: 50 }, (_, piece) => rowOfMissing(piece, 9))
    expect(missingPieces(many, 20)).toStrictEqual([19, 20])
    expect(missingPieces(rowsOfPiece(0, lines(800)), 40)).toStrictEqual([])
  })

  test('the farthest pieces are forgotten, and never the first', () => {
    const loaded = Array.from({ length: 30 }, (_, at) => at)
    expect(farPieces(loaded, 29).sort((one, other) => one - other)).toStrictEqual([1, 2, 3, 4, 5])
    expect(farPieces(loaded.slice(0, 24), 0)).toStrictEqual([])
  })

  test('heights are estimated by the lines of the letters, wrapped', () => {
    const layout = { width: 350, size: 17, lineHeight: 29 }
    const heightOf = (...blocks: ReadingBlock[]) => estimatedHeight(rowsOfPiece(0, blocks)[0]!, layout)
    // 29 letters per line
    expect(heightOf(text('a'.repeat(29)))).toBe(29)
    expect(heightOf(text('a'.repeat(30)))).toBe(58)
    expect(heightOf(text('a\n\nb'))).toBe(87)
    expect(heightOf(line(''), { kind: 'rule' })).toBe(58)
    expect(estimatedHeight(rowOfMissing(3, 290), layout)).toBe(290)
    expect(heightOf(text('a'))).toBe(estimatedHeight(rowsOfPiece(5, [text('a')])[0]!, layout))
  })

  test('the share that was read ends with 100 %', () => {
    const rows = [...rowsOfPiece(0, [text('a'.repeat(500))]), rowOfMissing(1, 1500), rowOfMissing(2, 500)]
    expect([0, 1, 2].map((at) => percentAt(rows, at))).toStrictEqual([0, 20, 100])
    expect(percentAt([], 0)).toBe(0)
  })
})
