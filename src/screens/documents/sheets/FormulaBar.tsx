import { observer } from 'mobx-react'
import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useWords } from '@/components/ui/context'
import { isProblem, type FormulaError } from '@/domain/documents/sheets/formulas/values'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'
import { ToolButton } from '../ToolButton'

interface Props {
  sheet: SheetStore
  mayWrite: boolean
  input: RefObject<HTMLTextAreaElement>
}

const errorWords = {
  '#DIV/0!': 'div0',
  '#VALUE!': 'value',
  '#REF!': 'ref',
  '#NAME?': 'name',
  '#N/A': 'na',
  '#NUM!': 'num',
  '#CYCLE!': 'cycle',
  '#LIMIT!': 'limit',
  '#ERROR!': 'syntax',
} as const satisfies Record<FormulaError, string>
/** px of the tallest field */
const TALLEST = 96

/** What the chosen cell holds, and the field in which cells are written. */
export const FormulaBar = observer(function FormulaBar({ sheet, mayWrite, input }: Props) {
  const t = useWords<'document'>()
  const { draft, chosenName, written, chosenId } = sheet
  const text = draft.text ?? written
  const isLost = draft.isOpen && draft.cell === null
  const name = isLost ? '—' : draft.cell ? sheet.nameOf(sheet.placeOf(draft.cell)!) : chosenName
  const value = chosenId && sheet.turn >= 0 ? sheet.valueOf(chosenId) : null

  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${Math.min(field.scrollHeight, TALLEST)}px`
  }, [input, text])

  const { caret } = draft
  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.at, caret.at)
  }, [input, caret])

  // With a keyboard of keys, letters replace what the chosen cell holds.
  const isOpen = draft.isOpen
  useEffect(() => {
    const field = input.current
    if (field && document.activeElement === field && !isOpen) field.select()
  }, [input, isOpen, chosenName, written])

  return (
    <div className="book-bar">
      <div className="book-bar-name">{name}</div>
      <div className="book-bar-box">
        <textarea
          ref={input}
          className="book-bar-field"
          rows={1}
          value={text}
          readOnly={!mayWrite || (!draft.isOpen && chosenName === '')}
          placeholder={chosenName === '' ? t('document.sheet.choose') : undefined}
          aria-label={chosenName === '' ? t('document.sheet.field') : t('document.sheet.cell', { name })}
          enterKeyHint="next"
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={({ target }) => draft.write(target.value)}
          onFocus={() => mayWrite && matchMedia('(pointer: coarse)').matches && draft.open()}
          onBlur={() => void draft.commit()}
        />
        {isLost && (
          <div className="book-bar-note" role="alert">
            {t('document.sheet.cellGone')}
          </div>
        )}
        {!draft.isOpen && isProblem(value) && (
          <div className="book-bar-note" role="status">
            {t(`document.sheet.errors.${errorWords[value.error]}`)}
          </div>
        )}
      </div>
      {draft.isOpen && !isLost && (
        <ToolButton
          icon="check"
          label={t('document.sheet.done')}
          onPress={() => {
            draft.commit()
            input.current?.blur()
          }}
        />
      )}
    </div>
  )
})
