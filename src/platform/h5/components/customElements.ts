/** What Taro's own widgets ask of the component library; none of them is on our screens. */
export function defineCustomElementTaroSwiperCore(): void {}
export function defineCustomElementTaroSwiperItemCore(): void {}
