/**
 * Shows hover, active and focus states in pictures: extends every stylesheet rule for such a state to
 * controls inside an element that forces it, such as `<div data-forced="hover">`.
 */
const states = /(?<!\\):(hover|active|focus-visible|focus-within)(?![\w-])/g;

/** Only one element can have the focus: the control, not its content. */
const controls = ':is(button, a, input, textarea, [tabindex="0"])';

export function widened(rule: string): string {
  return rule.replace(states, (selector, state: string) => {
    const forced = state.startsWith('focus') ? 'focus' : state;
    const target = state === 'focus-visible' ? controls : '*';
    return `:is(${selector}, [data-forced~="${forced}"] ${target})`;
  });
}

function widenIn(list: CSSStyleSheet | CSSGroupingRule): void {
  for (let index = 0; index < list.cssRules.length; index += 1) {
    const rule = list.cssRules[index];
    if (rule === undefined) continue;
    const isStyle = rule instanceof CSSStyleRule;
    if (!isStyle && 'cssRules' in rule) widenIn(rule as CSSGroupingRule);
    if (!isStyle || rule.cssText.search(states) < 0) continue;
    const text = widened(rule.cssText);
    list.deleteRule(index);
    list.insertRule(text, index);
  }
}

export function showForcedStates(page: Document): void {
  for (const sheet of page.styleSheets) widenIn(sheet);
}
