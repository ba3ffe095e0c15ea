/**
 * Lists that are one stop of the Tab key: the arrow keys walk between their buttons. The list has the
 * attribute `data-roving` with the axis, each button calls this for its keys and keeps its own tabindex.
 */

const steps: Record<string, Record<string, number>> = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
  both: { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 },
};

export function rove(event: KeyboardEvent): void {
  const button = event.currentTarget as HTMLElement;
  const list = button.closest<HTMLElement>('[data-roving]');
  if (!list) return;
  const buttons = [...list.querySelectorAll<HTMLElement>('[data-stop]')];
  const step = steps[list.dataset.roving ?? '']?.[event.key];
  const ends: Record<string, number> = { Home: 0, End: buttons.length - 1 };
  const next = step === undefined ? ends[event.key] : buttons.indexOf(button) + step;
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[Math.min(buttons.length - 1, Math.max(0, next))]?.focus();
}
