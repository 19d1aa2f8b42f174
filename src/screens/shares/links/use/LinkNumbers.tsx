import { View } from '@tarojs/components'
import { useWords } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'

/** Visits and visitors of a link, and what is left of its limits (AH-06). */
export function LinkNumbers({ link }: { link: ShareLink }) {
  const t = useWords<'links'>()
  const of = (n: number, max: number | null) => (max === null ? String(n) : t('links.countOf', { n, max }))
  const numbers = {
    visits: String(link.visit_count),
    people: String(link.visitor_count),
    previews: of(link.preview_count, link.preview_limit),
    downloads: of(link.download_count, link.download_limit_v2),
  }
  return (
    <View className="links-numbers">
      {(['visits', 'people', 'previews', 'downloads'] as const).map((key) => (
        <View key={key} className="links-number">
          <View className="links-value">{numbers[key]}</View>
          <View className="links-unit">{t(`links.numbers.${key}`)}</View>
        </View>
      ))}
    </View>
  )
}
