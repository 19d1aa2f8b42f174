import { observer } from 'mobx-react'
import { SearchHeader } from '@/components/fields/SearchHeader'
import { useWords } from '@/components/ui/context'
import type { LinkList } from '@/stores/shares/LinkList'

/** Searches links by the name of the shared item. */
export const LinkSearch = observer(function LinkSearch({ list, onClose }: { list: LinkList; onClose(): void }) {
  const t = useWords<'links'>()
  return (
    <SearchHeader
      text={list.text}
      label={t('links.search')}
      clearLabel={t('links.clear')}
      onType={(text) => list.setText(text)}
      onSubmit={() => list.submit()}
      onClose={onClose}
    />
  )
})
