/**
 * Makes every size of text in the mini-program follow the user's, which `.screen` tells in --text-scale: WeChat enlarges nothing there. What
 * says by `text-size-adjust` that it keeps its size keeps it.
 */
module.exports = () => ({
  postcssPlugin: 'text-scale',
  Declaration: {
    'font-size': (declaration) => {
      if (!/^[\d.]+px$/.test(declaration.value)) return
      if (declaration.parent.some(({ prop }) => prop === 'text-size-adjust')) return
      declaration.value = `calc(${declaration.value} * var(--text-scale, 1))`
    },
  },
})
module.exports.postcss = true
