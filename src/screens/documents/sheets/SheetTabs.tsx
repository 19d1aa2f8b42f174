import { observer } from 'mobx-react'
import { useEffect, useRef } from 'react'
import { Icon } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { Words } from '@/i18n/words'
import type { BookStore } from '@/stores/documents/sheets/BookStore'
import { ToolButton } from '../ToolButton'

interface Props {
  book: BookStore
  mayWrite: boolean
  /** Whether the panel of the shown sheet is open. */
  isOpen: boolean
  onOpen(): void
}

/** The sheets of a workbook. */
export const SheetTabs = observer(function SheetTabs({ book, mayWrite, isOpen, onOpen }: Props) {
  const t = useWords<'document'>()
  const shown = useRef<HTMLButtonElement>(null)
  const { tabs, sheet } = book
  // Scrolling answers a promise in newer browsers, which is no end of an effect.
  useEffect(() => void shown.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [sheet?.id])
  return (
    <div className="book-tabs">
      <div className="book-tabs-box" role="tablist" aria-label={t('document.sheet.sheets')}>
        {tabs.map(({ id }) => {
          const isShown = id === sheet?.id
          return (
            <button
              key={id}
              ref={isShown ? shown : undefined}
              type="button"
              className={classes('book-tab', isShown && 'book-tab-shown')}
              role="tab"
              aria-selected={isShown}
              onClick={() => book.show(id)}
            >
              {nameOfTab(book, id, t)}
            </button>
          )
        })}
      </div>
      {mayWrite && sheet && (
        <button
          type="button"
          className="document-tool"
          aria-label={t('document.sheet.menu')}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          <Icon name="pencil" />
        </button>
      )}
      {mayWrite && book.canAdd && (
        <ToolButton
          icon="plus"
          label={t('document.sheet.add')}
          onPress={() => book.add((n) => t('document.sheet.unnamed', { n }))}
        />
      )}
    </div>
  )
})

/** The name of a sheet, or its number. */
export function nameOfTab({ tabs }: BookStore, id: string, t: Words<'document'>): string {
  const at = tabs.findIndex((tab) => tab.id === id)
  return tabs[at]?.name || t('document.sheet.unnamed', { n: at + 1 })
}
