// No schemas in this file: every page loads it.

/** Languages that are written with Chinese characters as Chinese is, by their codes in ISO 639-3. */
const chinese = /^(?:zho|chi|cmn|yue|wuu|hak|nan|gan|hsn|cdo|cjy|cpx|czh|czo|mnp|lzh|csp|cnp)$/;

/** The language of a tag, whatever its script and region: `zh-Hant-HK`, `cmn-Hans-CN` and `yue-HK` are all `zh`. */
export function primaryLanguage(tag: string): string {
  const primary = tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
  return chinese.test(primary) ? 'zh' : primary;
}
