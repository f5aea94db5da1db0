"""Where the bars of a night can be fetched from: one file per provider behind `provider.Provider`."""
