import { Axis } from '@/domain/documents/sheets/Axis'
import { keyOfCell, type CellContent } from '@/domain/documents/sheets/content'
import { enteredIn, writtenIn } from '@/domain/documents/sheets/entering'
import { Calculation } from '@/domain/documents/sheets/formulas/Calculation'
import { toText } from '@/domain/documents/sheets/formulas/values'

/** A sheet of ten columns; `lines` are its first rows, as people write them. */
export function formulaSheet(lines: readonly (readonly string[])[], rows = 100) {
  const ids = (of: string, count: number) => Array.from({ length: count }, (_, at) => `${of}${at + 1}`)
  const all = { rows: ids('r', rows), columns: ids('c', 10) }
  const deleted = new Set<string>()
  const cells = new Map<string, CellContent>()
  const axesNow = () => ({
    rows: new Axis(all.rows, (id) => deleted.has(id)),
    columns: new Axis(all.columns, (id) => deleted.has(id)),
  })
  let axes = axesNow()
  const contentOf = (row: string, column: string) => cells.get(keyOfCell(row, column)) ?? null
  const keys = () => cells.keys()
  const calculation = new Calculation({ ...axes, contentOf, keys })
  const keyAt = (name: string) => {
    const row = axes.rows.ids[Number(name.slice(1)) - 1]!
    return keyOfCell(row, axes.columns.ids[name.charCodeAt(0) - 65]!)
  }
  const write = (name: string, written: string) => {
    const { content } = enteredIn(written, axes)
    if (content === null) cells.delete(keyAt(name))
    else cells.set(keyAt(name), content)
    calculation.change(new Set([keyAt(name)]))
  }
  lines.forEach((line, row) =>
    line.forEach((written, column) => write(`${String.fromCharCode(65 + column)}${row + 1}`, written)),
  )
  return {
    write,
    /** Writes the same into many cells at once. */
    fill(from: string, to: string, written: string) {
      const { content } = enteredIn(written, axes)
      for (let row = Number(from.slice(1)); row <= Number(to.slice(1)); row += 1)
        for (let column = from.charCodeAt(0); column <= to.charCodeAt(0); column += 1)
          cells.set(keyAt(String.fromCharCode(column) + row), content!)
      calculation.reset({ ...axes, contentOf, keys })
    },
    renew: () => calculation.renew(),
    shown: (name: string) => toText(calculation.valueOf(...(keyAt(name).split(':') as [string, string]))),
    written: (name: string) => writtenIn(cells.get(keyAt(name)) ?? null, {}, axes),
    stored: (name: string) => cells.get(keyAt(name)),
    get axes() {
      return axes
    },
    /** Inserts a row before another, or deletes rows and columns. */
    change(edit: { insertAt?: number; delete?: readonly string[]; undelete?: readonly string[] }) {
      if (edit.insertAt !== undefined) all.rows.splice(edit.insertAt, 0, `n${all.rows.length}`)
      for (const id of edit.delete ?? []) deleted.add(id)
      for (const id of edit.undelete ?? []) deleted.delete(id)
      axes = axesNow()
      calculation.reset({ ...axes, contentOf, keys })
    },
  }
}

/** The result of a formula beside some cells. */
export const resultOf = (formula: string, lines: readonly (readonly string[])[] = []) => {
  const made = formulaSheet(lines)
  made.write('J100', formula)
  return made.shown('J100')
}
