type Component = (props: object) => unknown;

interface System {
  React: { createElement(kind: string | Component, props: object, ...children: unknown[]): unknown };
}

/**
 * The viewer without its choice of servers, which is of one, with names for what has none, and with code that
 * scrolls by the keyboard.
 */
export const accessible = ({ React }: System) => ({
  components: {
    ServersContainer: () => null,
    CloseIcon: () => React.createElement("span", { role: "img", "aria-label": "Close" }, "×"),
  },
  wrapComponents: {
    TextArea: (Original: Component) => (props: object) =>
      React.createElement(Original, { "aria-label": "Request body", ...props }),
    SyntaxHighlighter: (Original: Component) => (props: object) =>
      React.createElement(
        "div",
        { className: "scrolling-code", role: "group", "aria-label": "Code", tabIndex: 0 },
        React.createElement(Original, props),
      ),
  },
});
