import { observer } from 'mobx-react'
import type { RefObject } from 'react'
import { useWords } from '@/components/ui/context'
import type { BookStore } from '@/stores/documents/sheets/BookStore'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'
import type { SheetTasks } from '@/stores/documents/sheets/SheetTasks'
import { ToolButton } from '../ToolButton'
import type { PanelName } from './Panels'
import { numbersBeside } from '@/stores/documents/sheets/numbersBeside'

interface Props {
  book: BookStore
  sheet: SheetStore
  tasks: SheetTasks
  input: RefObject<HTMLTextAreaElement>
  panel: PanelName | null
  onPanel(name: PanelName): void
  onCopy(): void
  onPaste(): void
}

/** The tools of a workbook, in one line above the keyboard. */
export const SheetTools = observer(function SheetTools(props: Props) {
  const { book, sheet, tasks, input, panel, onPanel, onCopy, onPaste } = props
  const t = useWords<'document'>()
  const { chosenId, draft } = sheet
  const isNone = chosenId === null
  const isBold = sheet.turn >= 0 && chosenId !== null && sheet.styleOf(chosenId).bold === true
  return (
    <div className="document-tools" role="toolbar" aria-label={t('document.tools.label')}>
      <ToolButton
        icon="undo-2"
        label={t('document.tools.undo')}
        disabled={!book.steps.canUndo}
        onPress={() => book.undo()}
      />
      <ToolButton
        icon="redo-2"
        label={t('document.tools.redo')}
        disabled={!book.steps.canRedo}
        onPress={() => book.redo()}
      />
      <ToolButton icon="sigma" label={t('document.sheet.sum')} disabled={isNone} onPress={beginSum} />
      <ToolButton
        icon="bold"
        label={t('document.tools.bold')}
        disabled={isNone}
        pressed={isBold}
        onPress={() => tasks.restyle(sheet, { bold: isBold ? undefined : true })}
      />
      <ToolButton
        icon="palette"
        label={t('document.sheet.look')}
        disabled={isNone}
        expanded={panel === 'cells'}
        onPress={() => onPanel('cells')}
      />
      <ToolButton
        icon="table"
        label={t('document.sheet.lines')}
        disabled={isNone}
        expanded={panel === 'lines'}
        onPress={() => onPanel('lines')}
      />
      <ToolButton icon="copy" label={t('document.sheet.copy')} disabled={isNone} onPress={onCopy} />
      <ToolButton icon="clipboard-paste" label={t('document.sheet.paste')} disabled={isNone} onPress={onPaste} />
      <ToolButton
        icon="eraser"
        label={t('document.sheet.clear')}
        disabled={isNone}
        onPress={() => tasks.clear(sheet)}
      />
      {draft.isOpen && (
        <ToolButton icon="keyboard" label={t('document.tools.keyboard')} onPress={() => input.current?.blur()} />
      )}
    </div>
  )

  /** A sum of the numbers above or beside the cell; without any, the next taps name the cells. */
  function beginSum() {
    const cells = numbersBeside(sheet)
    draft.begin(cells === null ? '=SUM(' : `=SUM(${cells})`)
    input.current?.focus()
  }
})
