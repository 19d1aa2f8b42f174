import type { ImageProps } from '@tarojs/components/types/Image'
import { forwardRef } from 'react'
import { pressableProps, withDetail } from './props'

const fits: Record<string, string> = {
  aspectFit: 'h5-image-contain',
  aspectFill: 'h5-image-cover',
  widthFix: 'h5-image-width',
}

export const Image = forwardRef<HTMLImageElement, Omit<ImageProps, 'ref' | 'key'>>(function Image(props, ref) {
  const { src, mode = 'scaleToFill', lazyLoad, onLoad, onError } = props
  const common = pressableProps(props, fits[mode])
  return (
    <img
      {...common}
      ref={ref}
      src={src || undefined}
      alt={common['aria-label'] ?? ''}
      draggable={false}
      decoding="async"
      loading={lazyLoad ? 'lazy' : undefined}
      onLoad={(event) => {
        const { naturalWidth: width, naturalHeight: height } = event.currentTarget
        onLoad?.(withDetail(event, { width, height }))
      }}
      onError={(event) => onError?.(withDetail(event, { errMsg: `GET ${src} failed` }))}
    />
  )
})
