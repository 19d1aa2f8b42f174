import { observer } from 'mobx-react'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { alignments, cellColors, numberFormats, type CellStyle } from '@/domain/documents/sheets/content'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'
import type { SheetTasks } from '@/stores/documents/sheets/SheetTasks'
import { ToolButton } from '../ToolButton'

export type PanelName = 'cells' | 'lines' | 'sheet'

interface Props {
  sheet: SheetStore
  tasks: SheetTasks
}

const aligned = { left: 'align-left', center: 'align-center', right: 'align-right' } as const

/** How the chosen cells look. */
export const CellPanel = observer(function CellPanel({ sheet, tasks }: Props) {
  const t = useWords<'document'>()
  const style: CellStyle = sheet.turn >= 0 && sheet.chosenId ? sheet.styleOf(sheet.chosenId) : {}
  const set = (change: CellStyle) => tasks.restyle(sheet, change)
  return (
    <div className="book-panel">
      <div className="book-panel-line" role="group" aria-label={t('document.sheet.alignment')}>
        {alignments.map((align) => (
          <ToolButton
            key={align}
            icon={aligned[align]}
            label={t(`document.sheet.align.${align}`)}
            pressed={style.align === align}
            onPress={() => set({ align: style.align === align ? undefined : align })}
          />
        ))}
        {numberFormats.map((format) => (
          <Choice
            key={format}
            text={t(`document.sheet.formats.${format}`)}
            isChosen={style.format === format}
            onPress={() => set({ format: style.format === format ? undefined : format })}
          />
        ))}
      </div>
      {(['color', 'fill'] as const).map((field) => (
        <div key={field} className="book-panel-line" role="group" aria-label={t(`document.sheet.${field}`)}>
          <span className="book-panel-title" aria-hidden>
            {t(`document.sheet.${field}`)}
          </span>
          {cellColors.map((color) => (
            <button
              key={color}
              type="button"
              className={classes('book-color', style[field] === color && 'book-color-chosen')}
              aria-label={t(`document.sheet.colors.${color}`)}
              aria-pressed={style[field] === color}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => set({ [field]: style[field] === color ? undefined : color })}
            >
              <span className={`book-swatch book-swatch-${field} book-${field}-${color}`}>
                {field === 'color' ? 'A' : ''}
              </span>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
})

/** What can be done with the rows and columns of the chosen cells. */
export const LinesPanel = observer(function LinesPanel({ sheet, tasks }: Props) {
  const t = useWords<'document'>()
  const { area, frozen } = sheet
  if (area === null) return null
  const ends = { rows: area.bottom, columns: area.right }
  const counts = { rows: area.bottom - area.top + 1, columns: area.right - area.left + 1 }
  return (
    <div className="book-panel">
      {(['rows', 'columns'] as const).map((of) => (
        <div key={of} className="book-panel-line" role="group" aria-label={t(`document.sheet.${of}.label`)}>
          {([false, true] as const).map((isAfter) => (
            <Choice
              key={String(isAfter)}
              text={t(`document.sheet.${of}.${isAfter ? 'after' : 'before'}`, { n: counts[of] })}
              onPress={() => tasks.insert(sheet, of, isAfter)}
            />
          ))}
          <Choice
            text={t(`document.sheet.${of}.delete`, { n: counts[of] })}
            isDanger
            onPress={() => tasks.delete(sheet, of)}
          />
          <Choice
            text={t(frozen[of] === ends[of] + 1 ? `document.sheet.${of}.unfreeze` : `document.sheet.${of}.freeze`, {
              n: ends[of] + 1,
            })}
            onPress={() => tasks.freeze(sheet, of)}
          />
          {of === 'columns' &&
            ([true, false] as const).map((isWider) => (
              <Choice
                key={String(isWider)}
                text={t(isWider ? 'document.sheet.wider' : 'document.sheet.narrower')}
                onPress={() => tasks.widen(sheet, isWider)}
              />
            ))}
        </div>
      ))}
    </div>
  )
})

interface ChoiceProps {
  text: string
  isChosen?: boolean
  isDanger?: boolean
  onPress(): void
}

function Choice({ text, isChosen, isDanger, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes('book-choice', isChosen && 'book-choice-chosen', isDanger && 'book-choice-danger')}
      aria-pressed={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {text}
    </button>
  )
}
