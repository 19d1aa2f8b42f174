import { useWords } from '@/components/ui/context'
import { PEOPLE_PAGE_SIZE } from '@/domain/limits'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'

interface Props {
  total: number
  /** from 0 */
  page: number
  /** rows per page */
  size?: number
}

/** The pages of a list; nothing for a single page. */
export function Pages({ total, page, size = PEOPLE_PAGE_SIZE }: Props) {
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const pages = Math.ceil(total / size)
  if (pages <= 1) return null
  const go = (to: number) => address.filter({ page: to === 0 ? '' : String(to + 1) })
  return (
    <nav className="console-pages" aria-label={t('admin.people.page', { page: page + 1, pages })}>
      <Btn
        isIcon
        icon="chevron-left"
        label={t('admin.people.previous')}
        isDisabled={page === 0}
        onPress={() => go(page - 1)}
      />
      <span>{t('admin.people.page', { page: page + 1, pages })}</span>
      <Btn
        isIcon
        icon="chevron-right"
        label={t('admin.people.next')}
        isDisabled={page >= pages - 1}
        onPress={() => go(page + 1)}
      />
    </nav>
  )
}
