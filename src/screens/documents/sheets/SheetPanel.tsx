import { observer } from 'mobx-react'
import { useState } from 'react'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { SHEET_NAME_LIMIT } from '@/domain/documents/sheets/content'
import { useApp } from '@/screens/app/AppContext'
import type { BookStore } from '@/stores/documents/sheets/BookStore'
import type { SheetStore } from '@/stores/documents/sheets/SheetStore'
import { nameOfTab } from './SheetTabs'

interface Props {
  book: BookStore
  sheet: SheetStore
  onClose(): void
}

/** Renames or removes the shown sheet. */
export const SheetPanel = observer(function SheetPanel({ book, sheet, onClose }: Props) {
  const { feedback } = useApp()
  const t = useWords<'document'>()
  const shown = nameOfTab(book, sheet.id, t)
  const [name, setName] = useState(shown)
  const save = () => {
    if (name.trim() !== '' && name !== shown) book.rename(sheet.id, name)
    onClose()
  }
  const remove = async () => {
    const words = { title: { text: t('document.sheet.removeTitle', { name: shown }) }, isDanger: true }
    if (!(await feedback.confirm({ text: t('document.sheet.removeText') }, words))) return
    book.remove(sheet.id)
    onClose()
  }
  return (
    <form
      className="book-panel book-panel-line"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <input
        className="book-name"
        value={name}
        maxLength={SHEET_NAME_LIMIT}
        aria-label={t('document.sheet.name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextButton label={t('document.sheet.rename')} onPress={save} />
      {book.tabs.length > 1 && (
        <TextButton tone="plain" label={t('document.sheet.remove')} onPress={() => void remove()} />
      )}
    </form>
  )
})
