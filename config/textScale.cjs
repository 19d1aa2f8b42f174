/**
 * Makes all text of the mini-program follow the user's text size, which `.screen` provides in --text-scale, because WeChat enlarges nothing there.
 * Rules with `text-size-adjust` keep their size.
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
